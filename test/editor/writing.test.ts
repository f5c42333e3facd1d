// Writing in Chromium: tools, shortcuts, preview, autosave, and what is kept when things go wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { isFull } from '../support/full.ts';
import {
  forgetWords,
  openDesk,
  openDetails,
  openPiece,
  PHONE,
  says,
  signIn,
  signOutEverywhere,
  textOf,
  written,
} from './world.ts';

const TOOLS: [name: string, key: string, given: string, expected: string][] = [
  ['Bold', 'Control+b', 'word', '**word**'],
  ['Italic', 'Control+i', 'word', '*word*'],
  ['Code', 'Control+e', 'word', '`word`'],
  ['Heading', 'Control+Alt+2', 'word', '## word'],
  ['Quote', 'Control+Shift+9', 'word', '> word'],
  ['List', 'Control+Shift+8', 'word', '- word'],
  ['Numbered list', 'Control+Shift+7', 'word', '1. word'],
  ['Link', 'Control+k', 'word', '[word](https://example.org)'],
];

/** The formats that the bubble over a selection has; a touch screen's row has all of them. */
const IN_BUBBLE = new Set(['Bold', 'Italic', 'Code', 'Heading', 'Quote', 'Link']);

type Act = (page: Page, name: string, key: string) => Promise<void>;
const byButton: Act = (page, name) => page.getByRole('button', { name, exact: true }).click();
const byKey: Act = (page, _name, key) => page.keyboard.press(key);

const WAYS: [way: string, options: object, has: (name: string) => boolean, act: Act, undo: Act][] =
  [
    ['by the bubble', {}, (name) => IN_BUBBLE.has(name), byButton, byKey],
    ['by key', {}, () => true, byKey, byKey],
    ['by the row of a touch screen', PHONE, () => true, byButton, byButton],
  ];

const desk = await openDesk();

for (const [way, options, has, act, undo] of WAYS) {
  test(`every format ${way} does the same, and undo takes it back`, async () => {
    const { page, complaints } = await desk.newContext(options);
    await openPiece(page, desk.base, await desk.draft({ headline: 'A', body_md: '' }));
    await textOf(page).click();
    for (const [name, key, given, expected] of TOOLS.filter(([tool]) => has(tool))) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(given);
      await page.keyboard.press('Control+a');
      await act(page, name, key);
      if (name === 'Link') {
        await page.keyboard.type('https://example.org');
        await page.keyboard.press('Enter');
      }
      assert.equal(await written(page), expected, name);
      await undo(page, 'Undo', 'Control+z');
      assert.equal(await written(page), given, `${name} undone`);
    }
    assert.deepEqual(complaints, []);
  });
}

test('marks are left as they were entered, and Enter and Ctrl+S do what one expects', async () => {
  const { page } = await desk.newContext();
  await page.goto(`${desk.base}/desk/edit/pieces/new`);
  await page.keyboard.type('The headline has the cursor');
  await page.keyboard.press('Enter');
  await page.keyboard.type('And Enter goes on.');
  assert.equal(await page.getByLabel('Standfirst').inputValue(), 'And Enter goes on.');
  await textOf(page).click();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' plain');
  assert.equal(await written(page), '**bold** plain');
  await openDetails(page);
  await page.getByLabel('Tags').fill('one');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await says(page, /^Saved/);
  assert.match(page.url(), /pieces\/[0-9a-f-]{36}$/);
  const versions = await desk.versions(page.url().slice(-36));
  await page.keyboard.press('Control+s');
  await says(page, /^Saved/);
  const now = await desk.versions(page.url().slice(-36));
  assert.deepEqual(
    now.map(({ number }) => number),
    versions.map(({ number }) => number),
  );
});

test('the preview is the very HTML that is published', async () => {
  const { page, complaints } = await desk.newContext();
  const body_md =
    '## Two\n\n*One* <b>no</b> [link](https://example.org)\n\n- [ ] task\n\n```js\nlet a;\n```\n';
  const id = await desk.draft({ headline: 'A', body_md });
  await openPiece(page, desk.base, id);
  await page.getByRole('button', { name: 'Preview' }).click();
  const shown = page.locator('.preview .text');
  await shown.locator('h2').waitFor();
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nLast words.');
  await shown.getByText('Last words.').waitFor();
  const preview = await shown.innerHTML();
  await page.getByRole('link', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published', { exact: true }).waitFor();
  const answer = await fetch(`${desk.base}/api/public/pieces/${id}`);
  const { piece } = JSON.parse(await answer.text());
  // Once through the same parser, which is what a reader's browser does with it.
  const published = await page.evaluate(`(() => {
    const text = document.createElement('div');
    text.innerHTML = ${JSON.stringify(piece.content_html)};
    return text.innerHTML;
  })()`);
  assert.equal(preview, published);
  assert.deepEqual(complaints, []);
});

test('what is typed is saved by itself, with its time and its count', async () => {
  const { page } = await desk.newContext();
  await page.goto(`${desk.base}/desk/edit/pieces/new`);
  await page.getByLabel('Headline').fill('From nothing');
  await textOf(page).click();
  await page.keyboard.type('Five words of a piece.');
  await says(page, /^Saved \d\d:\d\d$/);
  await page.waitForURL(/pieces\/[0-9a-f-]{36}$/);
  await page.getByText('5 words · 1 min').waitFor();
  const id = page.url().slice(-36);
  await forgetWords(page);
  await page.keyboard.type(' And more.');
  await says(page, /^Saved/);
  await page.reload();
  assert.equal(await written(page), 'Five words of a piece. And more.');
  const origins = (await desk.versions(id)).map(({ origin }) => origin);
  assert.deepEqual(origins, ['created', 'autosaved']);
  assert.equal(await page.getByLabel('Headline').inputValue(), 'From nothing');
});

test('without a connection nothing is lost: not by going on, not by leaving', async () => {
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Start. ' });
  await openPiece(page, desk.base, id);
  await page.context().setOffline(true);
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Written in a tunnel.');
  await says(page, 'Can’t reach the server. Your changes are stored in this browser');
  await page.keyboard.type(' Still there.');
  await page.context().setOffline(false);
  await says(page, /^Saved/);
  assert.equal(
    (await desk.versions(id)).at(-1)?.body_md,
    'Start. Written in a tunnel. Still there.',
  );

  await page.context().setOffline(true);
  await page.keyboard.type(' Then the lid was closed.');
  await says(page, 'Can’t reach the server');
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await openPiece(later, desk.base, id);
  await says(later, /^Saved/);
  assert.match(await written(later), /Then the lid was closed\.$/);
  assert.match(String((await desk.versions(id)).at(-1)?.body_md), /Then the lid was closed\.$/);
});

test('a session that ended loses no character, and signing in elsewhere is enough', async () => {
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Start. ' });
  await openPiece(page, desk.base, id);
  await signOutEverywhere(page.context());
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('After the session.');
  await says(page, 'You’re signed out. Your changes are stored in this browser.');
  const other = await page.context().newPage();
  await signIn(other, desk.base);
  await other.close();
  await page.evaluate('dispatchEvent(new Event("focus"))');
  await says(page, /^Saved/);
  assert.equal((await desk.versions(id)).at(-1)?.body_md, 'Start. After the session.');
});

test('what the service refuses is said beside its field, kept, and holds up nothing else', async () => {
  const { page } = await desk.newContext();
  const id = await desk.draft({ headline: 'A', body_md: 'Start.' });
  await openPiece(page, desk.base, id);
  await openDetails(page);
  await page.getByLabel('Language').fill('not a language');
  await says(page, /^Saved \d\d:\d\d, except Language/);
  assert.equal(await page.locator('.error[data-call]').count(), 1);
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await forgetWords(page);
  await page.keyboard.type(' More.');
  await says(page, /, except Language/);
  assert.equal((await desk.versions(id)).at(-1)?.body_md, 'Start. More.');
  await page.reload();
  await openDetails(page);
  assert.equal(await page.getByLabel('Language').inputValue(), 'not a language');
  await page.getByLabel('Language').fill('de');
  await says(page, /^Saved/);
  assert.equal(await page.locator('.error[data-call]').count(), 0);
  assert.equal((await desk.versions(id)).at(-1)?.locale, 'de');
});

test('a save whose answer was lost isn’t a conflict, and a new piece is still one', {
  skip: !isFull && 'in full runs',
}, async () => {
  const { page } = await desk.newContext();
  /** The service hears the next save; the browser does not hear the answer. */
  const loseNextAnswer = () =>
    page.route(
      '**/save',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await page.goto(`${desk.base}/desk/edit/pieces/new`);
  await loseNextAnswer();
  await page.getByLabel('Headline').fill('Only once');
  await says(page, 'Can’t reach the server');
  await textOf(page).click();
  await page.keyboard.type('And the text.');
  await says(page, /^Saved/);
  await loseNextAnswer();
  await page.keyboard.type(' More.');
  await says(page, 'Can’t reach the server');
  await page.keyboard.type(' Yet more.');
  await says(page, /^Saved/);
  await loseNextAnswer();
  await page.keyboard.type(' Sent, and the lid closed.');
  await says(page, 'Can’t reach the server');
  await page.keyboard.type(' Last.');
  const later = await page.context().newPage();
  await page.close();
  await openPiece(later, desk.base, page.url().slice(-36));
  await says(later, /^Saved/);
  const words = 'And the text. More. Yet more. Sent, and the lid closed. Last.';
  assert.equal(await written(later), words);
  await later.goto(`${desk.base}/desk`);
  assert.equal(await later.getByRole('link', { name: 'Only once' }).count(), 1);
});
