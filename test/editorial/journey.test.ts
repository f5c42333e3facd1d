// The whole loop, in a real Chromium and with a real program on the other side: it drafts, the writer answers in the
// margin, it revises, and what it may not write over it proposes. Nothing is public before the writer publishes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import type { Note } from '../../clients/typescript/src/api-types.ts';
import { Standfirst } from '../../clients/typescript/src/client.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { type Receiver, startReceiver } from '../delivery/receiver.ts';
import { faultsOf, watchedPage } from '../support/browser/accessible-page.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { deliverDue } from '../support/due-jobs.ts';

const chromium = await openBrowser();

const FIRST = 'Everything is a leak. Sooner or later.';
const SECOND = 'A gully is a promise about rain.';
const THIRD = 'Slates are patient.';
const DRAFT = [FIRST, SECOND, THIRD].join('\n\n');

/** The webhook's event, after its signature was verified. */
interface Event {
  event: string;
  piece: { id: string };
}

interface Told {
  receiver: Receiver;
  secret: string;
  deliver(): Promise<void>;
}

/** The program: it acts on what its webhook is told, and knows nothing else of the desk. */
class Program {
  readonly #client: Standfirst;
  readonly #told: Told;

  constructor(client: Standfirst, told: Told) {
    this.#client = client;
    this.#told = told;
  }

  async events(): Promise<Event[]> {
    await this.#told.deliver();
    const events = this.#told.receiver.received.map(({ headers, body }): Event => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
      const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
      new Webhook(this.#told.secret).verify(body.toString(), signed);
      return JSON.parse(body.toString());
    });
    return events;
  }

  /** Finds the words of each open note by its selector, writes others in their place, and replies. */
  async revise(id: string, answers: { [words: string]: string }): Promise<string[]> {
    const { piece } = await this.#client.getMyPiece({ id });
    const { notes } = await this.#client.listNotes({ id, state: 'open' });
    const text = rewritten(
      piece.body_md,
      notes.flatMap(({ selector }) => selector ?? []),
      answers,
    );
    const { headline, version } = piece;
    const revised = await this.#client.revisePiece({ id, version }, { headline, body_md: text });
    assert.deepEqual([revised.version, revised.proposal], [version + 1, null]);
    for (const note of notes) {
      await this.#client.replyToNote({ id, note: note.id }, { body: 'Done.' });
    }
    return notes.map(({ body }) => body);
  }

  /** Proposes two changes to the current text. */
  async propose(id: string): Promise<void> {
    const { piece } = await this.#client.getMyPiece({ id });
    const { headline, version } = piece;
    const body_md = piece.body_md
      .replace('Sooner or later.', 'Always.')
      .replace('Slates are patient.', 'Slates wait.');
    const answer = await this.#client.revisePiece({ id, version }, { headline, body_md });
    assert.equal(answer.version, version, 'the working copy is as it was');
    assert.equal(answer.proposal?.status, 'open');
  }
}

type Selector = NonNullable<Note['selector']>;

/** Every place is looked for in the text as it was read, then they are written from the last to the first. */
function rewritten(
  text: string,
  selectors: Selector[],
  answers: { [words: string]: string },
): string {
  const places = selectors.map(({ prefix, exact, suffix }) => {
    const parts = text.split(`${prefix}${exact}${suffix}`);
    assert.equal(parts.length, 2, `${exact} is there once`);
    return { exact, start: String(parts[0]).length + prefix.length };
  });
  return places
    .toSorted((one, two) => two.start - one.start)
    .reduce(
      (left, { exact, start }) =>
        left.slice(0, start) + (answers[exact] ?? exact) + left.slice(start + exact.length),
      text,
    );
}

/** Marks words in the text as a person does, and writes a note on them. */
async function noteOn(page: Page, words: string, body: string): Promise<void> {
  await selectInEditor(page, words);
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByLabel('Your note').pressSequentially(body);
  assert.equal(await page.getByLabel('About these words').inputValue(), words);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Note added.').waitFor();
  await page.locator('.thread .note-text', { hasText: body }).waitFor();
}

/** With the keyboard: to the start of the line that has them, then on to the words. */
async function selectInEditor(page: Page, words: string): Promise<void> {
  const line = page.locator('.cm-line', { hasText: words });
  await line.click();
  await page.keyboard.press('Home');
  const before = String(await line.textContent()).indexOf(words);
  for (let step = 0; step < before; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.down('Shift');
  for (let step = 0; step < words.length; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.up('Shift');
}

for (const kind of DATABASES_IN_FULL) {
  test(`a program drafts, the writer answers, the program revises, on ${kind}`, async () => {
    const settings = { WEBHOOK_ALLOW: '127.0.0.1' };
    const { base, port, setUp, context } = await serveDesk({ kind, settings });
    const { page, complaints } = await watchedPage(chromium, base, {
      viewport: { width: 1440, height: 900 },
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const nothingPublic = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/public/pieces/recent`);
      assert.equal(JSON.parse(await answer.text()).items.length, 0);
    };

    await page.goto(setUp);
    await page.getByLabel('Name').fill('Ada Okafor');
    await page.getByLabel('Slug').fill('ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill('a long password');
    await press('Create account');
    await page.goto(`${base}/desk/edit/online-presence`);
    await page.getByLabel('Name').fill('research-agent');
    await press('Create key');
    const key = String(await page.locator('.secret').first().textContent()).trim();
    const receiver = await startReceiver();
    await page.goto(`${base}/desk/edit/online-presence`);
    await page.getByLabel('URL', { exact: true }).fill(receiver.url);
    await press('Set webhook');
    const secret = /whsec_[\w+/=]+/.exec(await page.content())?.[0] ?? '';
    await page.goto(`${base}/desk/edit/online-presence`);
    await page.getByLabel('When you ask the machine to revise a piece').check();
    await press('Save events');

    const deliver = () => deliverDue(context);
    const client = new Standfirst(`http://127.0.0.1:${port}`, { key });
    const program = new Program(client, { receiver, secret, deliver });

    const { id } = await client.createPiece({ headline: 'Gullies', body_md: DRAFT });
    await page.goto(`${base}/desk/edit/pieces/${id}`);
    await page.locator('.cm-content').waitFor();
    await noteOn(page, 'a promise about rain', 'Which rain?');
    await noteOn(page, 'Slates', 'All of them?');
    assert.deepEqual(await faultsOf(page), []);
    await press('Ask the machine to revise');
    await page.getByText('Waiting for a revision since').waitFor();

    const events = await program.events();
    assert.deepEqual(
      events.map(({ event, piece }) => [event, piece.id]),
      [['revision.requested', id]],
    );
    const answers = { 'a promise about rain': 'a promise about winter rain', Slates: 'Slates' };
    assert.deepEqual(await program.revise(id, answers), ['Which rain?', 'All of them?']);
    await nothingPublic();

    await page.goto(`${base}/desk/edit/pieces/${id}/versions/1`);
    await page.locator('ins', { hasText: 'winter' }).first().waitFor();
    await page.goto(`${base}/desk/edit/pieces/${id}`);
    assert.equal(await page.locator('.replies .note-text').count(), 2);
    const last = page.locator('.cm-line', { hasText: 'Slates' });
    await last.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' So am I.');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.keyboard.press('Control+s');
    assert.equal((await saved).status(), 200);

    await program.propose(id);
    await nothingPublic();
    await page.goto(`${base}/desk/edit/pieces/${id}`);
    await page.getByRole('link', { name: /See proposal/ }).click();
    assert.deepEqual(await faultsOf(page), []);
    const changes = page.locator('.proposed-changes li');
    assert.equal(await changes.count(), 2);
    await changes.filter({ hasText: 'Always.' }).getByRole('checkbox').check();
    await press('Take chosen changes');
    await page.locator('.cm-content').waitFor();
    await nothingPublic();

    await follow('Publish');
    await page.getByLabel('Drafted with a machine').check();
    await press('Publish');
    await page.getByText('Published', { exact: true }).waitFor();
    const { piece } = await client.getPiece({ id });
    assert.equal(
      piece.content_text,
      [
        'Everything is a leak. Always.',
        'A gully is a promise about winter rain.',
        'Slates are patient. So am I.',
      ].join('\n\n'),
    );
    assert.deepEqual(complaints, []);
  });
}

/** Selects words as a drag with the mouse would, in the nth element that matches. */
const select = (page: Page, place: string, words: string) =>
  page.evaluate(`(() => {
    const place = [...document.querySelectorAll(${JSON.stringify(place)})]
      .find((each) => each.textContent.includes(${JSON.stringify(words)}));
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (!node.data.includes(${JSON.stringify(words)})) node = walker.nextNode();
    const start = node.data.indexOf(${JSON.stringify(words)});
    getSelection().setBaseAndExtent(node, start, node, start + ${words.length});
  })()`);

test('words are marked in the machine’s view and in a comparison, on the text alone', async () => {
  const { base, setUp, context } = await serveDesk();
  const { page, complaints } = await watchedPage(chromium, base, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(setUp);
  await page.getByLabel('Name').fill('Ada Okafor');
  await page.getByLabel('Slug').fill('ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Create account' }).click();
  const { key } = await createKey(context, {
    ...{ writer: 'ada', name: 'agent', scope: 'pieces:write', expiresAt: null },
  });
  const client = new Standfirst(base, { key });
  const middle = ['Here is rain.', 'There is rain.', 'And again there is rain.', 'No more.'];
  const text = (first: string) => [first, ...middle, 'The end of the rain.'].join('\n\n');
  const { id } = await client.createPiece({ headline: 'Rain', body_md: text('First.') });
  await client.revisePiece({ id, version: 1 }, { headline: 'Hail', body_md: text('Second.') });
  const button = page.getByRole('button', { name: 'Write a note' });
  const noteOnMarked = async (body: string) => {
    await button.click();
    await page.getByLabel('Your note').fill(body);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Note added.').waitFor();
    const note = (await client.listNotes({ id })).notes.at(-1);
    assert.equal(note?.body, body);
    return note;
  };

  await page.goto(`${base}/desk/edit/pieces/${id}/machine`);
  await select(page, '[data-markable] p:nth-child(3)', 'rain');
  const third = await noteOnMarked('The second rain.');
  assert.equal(
    third?.place?.start,
    text('Second.').indexOf('rain', text('Second.').indexOf('There')),
  );

  await page.goto(`${base}/desk/edit/pieces/${id}/versions/1?with=2`);
  await select(page, 'td', 'Rain');
  await button.waitFor({ state: 'hidden' });
  await select(page, 'td.diff-text', 'First');
  const removed = await noteOnMarked('Of the version before.');
  assert.deepEqual([removed?.version, removed?.place], [1, null]);

  await page.goto(`${base}/desk/edit/pieces/${id}/versions/1?with=2`);
  await page.locator('details', { hasText: 'paragraphs unchanged' }).locator('summary').click();
  await select(page, 'details p.diff-text', 'No more');
  const unchanged = await noteOnMarked('Of both.');
  assert.deepEqual([unchanged?.version, unchanged?.selector?.exact], [2, 'No more']);
  assert.deepEqual(complaints, []);
});
