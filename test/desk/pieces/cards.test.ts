// Cards and versions: what was fetched while editing is stored with the version that is saved next, and
// everything that becomes of that version has it. Nothing but the editor's own call fetches.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import { ImportRefused } from '../../../src/operations/archive/refusals.ts';
import { checkPublications } from '../../../src/operations/doctor/publications.ts';
import { rebuild } from '../../../src/operations/publishing/rebuild.ts';
import { cardsIn } from '../../../src/schemas/cards/cards.ts';
import { exportText } from '../../support/archive/archives.ts';
import { unzipped } from '../../support/archive/zips.ts';
import { DATABASES_IN_FULL, freshPlace } from '../../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../../support/databases/existing-database.ts';
import { type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { type Editing, idOf, startEditing } from '../../support/desk/editing.ts';
import { POST, startOembedSite, VIDEO } from '../../support/desk/oembed-site.ts';
import { post } from '../../support/gate.ts';
import { at } from '../../support/json.ts';
import { LATER } from '../../support/service.ts';

const TEXT = `Words.\n\n${VIDEO.url}\n\nMore words.`;
const BOTH = `${TEXT}\n\n<${POST.url}>`;
const VIDEO_CARD = {
  ...{ url: VIDEO.url, title: 'How bridges hum', author: 'The Bridge Channel', text: null },
};

for (const kind of DATABASES_IN_FULL) {
  describe(`cards on ${kind}`, async () => {
    const site = await startOembedSite();
    const settings = { ...site.options.settings, BASE_URL: 'http://localhost:3000' };
    const editing = await startEditing(kind, settings, site.options.more);
    const { gate, writer, stranger, key } = editing;
    const { store } = gate.context;
    site.say(VIDEO.url, VIDEO.answer);
    site.say(POST.url, POST.answer);

    const cardsOf = async (page: string, number?: number) => {
      const piece = await store.pieces.byId(idOf(page));
      const version = await store.pieces.version(idOf(page), number ?? piece?.working_version ?? 0);
      assert.ok(version);
      return cardsIn(version);
    };
    const live = async (page: string) => {
      const { body } = await gate.app.inject(`/api/public/pieces/${idOf(page)}`);
      return String(at(JSON.parse(body), 'piece', 'content_html'));
    };
    const publish = async (page: string) => {
      const piece = await store.pieces.byId(idOf(page));
      const version = String(piece?.working_version);
      leadsTo(await writer.submit(`${page}/publish`, { version }));
    };

    test('are stored with the version that is saved next, and with no version before', async () => {
      const page = await editing.piece();
      await editing.save(page, 1, { body_md: TEXT });
      assert.deepEqual(await cardsOf(page), []);
      const { card } = await ask(writer, page, VIDEO.url);
      assert.deepEqual(card, VIDEO_CARD);
      assert.deepEqual(await cardsOf(page), []);
      await editing.save(page, 2, { body_md: TEXT });
      assert.deepEqual(await cardsOf(page), [VIDEO_CARD]);
      assert.deepEqual(await cardsOf(page, 2), []);
    });

    test('are the writer’s own: nobody else’s text has them unasked', async () => {
      const made = leadsTo(
        await stranger.submit('/desk/edit/pieces/new', { ...FIELDS, body_md: TEXT }),
      );
      assert.deepEqual(await cardsOf(made), []);
    });

    test('a new piece has them from its first version on', async () => {
      const made = leadsTo(
        await writer.submit('/desk/edit/pieces/new', { ...FIELDS, body_md: TEXT }),
      );
      assert.deepEqual(await cardsOf(made), [VIDEO_CARD]);
    });

    test('the preview, the confirmation and the public page show the same card', async () => {
      const page = await withCards(editing);
      const { html } = JSON.parse((await preview(writer, page, BOTH)).body);
      const confirmation = (await writer.open(`${page}/publish`)).body;
      const shown = figuresIn(confirmation);
      assert.equal(shown.length, 2);
      assert.deepEqual(figuresIn(html), shown);
      // The private link, too.
      const url = await privateLink(writer, page);
      assert.deepEqual(figuresIn((await gate.app.inject(url)).body), shown);
      const before = site.asked().length;
      await publish(page);
      assert.deepEqual(figuresIn(await live(page)), shown);
      const { body } = await gate.app.inject(`/api/public/pieces/${idOf(page)}`);
      const text = String(at(JSON.parse(body), 'piece', 'content_text'));
      assert.ok(text.includes(`How bridges hum\nThe Bridge Channel\n${VIDEO.url}`), text);
      assert.equal(site.asked().length, before, 'nothing is fetched after editing');
    });

    test('publishing takes the cards of the version, whatever a site says by then', async () => {
      const page = await withCards(editing);
      gate.clock.advance(25 * 60 * 60_000);
      site.say(VIDEO.url, { ...VIDEO.answer, title: 'Something else' });
      const { card } = await ask(writer, page, VIDEO.url);
      assert.equal(at(card, 'title'), 'Something else');
      const [confirmed] = figuresIn((await writer.open(`${page}/publish`)).body);
      await publish(page);
      assert.match(String(confirmed), /How bridges hum/);
      assert.equal(figuresIn(await live(page))[0], confirmed);
      // A version that follows keeps what was shown.
      await editing.save(page, 3, { body_md: `${BOTH}\n\nMore.` });
      assert.equal((await cardsOf(page))[0]?.title, 'How bridges hum');
      // A line that was taken out and comes back is fetched again.
      await editing.save(page, 4, { body_md: 'Without.' });
      assert.deepEqual(await cardsOf(page), []);
      await editing.save(page, 5, { body_md: TEXT });
      assert.equal((await cardsOf(page))[0]?.title, 'Something else');
      // And an old version comes back as it was.
      leadsTo(await writer.submit(`${page}/versions/3`, { version: '6' }));
      assert.deepEqual(await cardsOf(page), await cardsOf(page, 3));
      site.say(VIDEO.url, VIDEO.answer);
      gate.clock.advance(25 * 60 * 60_000);
    });

    test('a version that differs by its card alone can be published', async () => {
      const page = await editing.piece();
      const url = 'https://vimeo.com/76979871';
      await editing.save(page, 1, { headline: 'The same', body_md: url });
      await publish(page);
      assert.deepEqual(figuresIn(await live(page)), []);
      await editing.save(page, 2, { headline: 'The same', body_md: url });
      assert.equal((await store.pieces.byId(idOf(page)))?.has_changes, 0);
      site.say(url, { ...VIDEO.answer, title: 'The new poster' });
      await ask(writer, page, url);
      await editing.save(page, 3, { headline: 'The same', body_md: url });
      assert.equal((await store.pieces.byId(idOf(page)))?.has_changes, 1);
      await publish(page);
      assert.match(figuresIn(await live(page))[0] ?? '', /The new poster/);
    });

    test('a rebuild, doctor, an export and a download have them', async () => {
      const page = await withCards(editing);
      await publish(page);
      const before = await live(page);
      assert.equal(figuresIn(before).length, 2);
      await rebuild(gate.context);
      assert.equal(await live(page), before);
      const findings = await checkPublications(gate.context);
      assert.ok(findings.every(({ isWell }) => isWell));
      const archive = await exportText(gate.context);
      const lines: object[] = archive
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const elsewhere = await contextAt(await freshPlace(kind), () => LATER);
      await importLines(elsewhere, lines);
      assert.equal(await exportText(elsewhere), archive);
      const answer = await (await appOn(elsewhere)).inject(`/api/public/pieces/${idOf(page)}`);
      assert.equal(at(JSON.parse(answer.body), 'piece', 'content_html'), before);
      const files = await unzipped((await writer.open('/desk/download')).rawPayload);
      const file = [...files.values()].find((each) => each.toString().includes(idOf(page)));
      assert.match(String(file), /^cards: \[\{"url":"https:\/\/www\.youtube\.com/m);
    });

    test('an archive may have no card for a URL that has none, nor words that do not show', async () => {
      const archive = await exportText(gate.context);
      const elsewhere = await contextAt(await freshPlace(kind), () => LATER);
      for (const [good, bad] of [
        [`"url":"${VIDEO.url}","title"`, '"url":"https://evil.example/","title"'],
        ['"How bridges hum"', '"How\\u0007"'],
        ['"How bridges hum"', '3'],
      ] as const) {
        const lines = archive.replaceAll(good, bad).trim().split('\n');
        const records: object[] = lines.map((line) => JSON.parse(line));
        await assert.rejects(importLines(elsewhere, records), (refused) => {
          assert.ok(refused instanceof ImportRefused);
          return refused.errors.every(({ field }) => field.includes('cards'));
        });
      }
    });

    test('a program has none to give, and its draft has none until the writer saves it', async () => {
      await ask(writer, await editing.piece(), VIDEO.url);
      const cards = [{ ...VIDEO_CARD, title: 'Buy now' }];
      const answer = await post(gate, key, { headline: 'A', body_md: TEXT, cards });
      const page = `/desk/edit/pieces/${at(JSON.parse(answer.body), 'id')}`;
      assert.deepEqual(await cardsOf(page), []);
      assert.deepEqual(figuresIn((await writer.open(`${page}/publish`)).body), []);
      await editing.save(page, 1, { body_md: TEXT, cards: JSON.stringify(cards) });
      assert.deepEqual(await cardsOf(page), [VIDEO_CARD]);
    });

    test('a failure says why, and leaves a link', async () => {
      const page = await editing.piece();
      const url = 'https://vimeo.com/404';
      const reason = 'Vimeo has no card for this URL, so it stays a plain link.';
      assert.partialDeepStrictEqual(await ask(writer, page, url), { card: null, reason });
      const none = { card: null, reason: 'There are no cards for this URL.' };
      const asked = site.asked().length;
      for (const other of [
        'https://example.org/',
        'https://127.0.0.1/@a/1',
        '',
        '\u0000',
        'x'.repeat(5_000),
      ]) {
        assert.partialDeepStrictEqual(await ask(writer, page, other), none);
      }
      assert.equal(site.asked().length, asked);
      await editing.save(page, 1, { body_md: url });
      assert.deepEqual(await cardsOf(page), []);
    });

    test('a card that was fetched today is not fetched again', async () => {
      const page = await editing.piece();
      await ask(writer, page, POST.url);
      const asked = site.asked().length;
      await ask(writer, page, POST.url);
      assert.equal(site.asked().length, asked);
      await ask(stranger, await strangers(stranger), POST.url);
      assert.equal(site.asked().length, asked + 1);
    });
  });
}

test('a writer may ask for so many, and others for theirs', async () => {
  const site = await startOembedSite();
  const settings = { ...site.options.settings, BASE_URL: 'http://localhost:3000' };
  const { gate, writer, stranger, piece } = await startEditing(
    'sqlite',
    settings,
    site.options.more,
  );
  assert.ok(gate);
  const page = await piece();
  const token = await writer.csrfToken(page);
  const statuses = new Set<number>();
  for (let count = 0; count < 61; count += 1) {
    const { statusCode } = await writer.send({
      method: 'POST',
      url: '/desk/edit/cards',
      remoteAddress: '203.0.113.7',
      headers: OWN,
      payload: { url: 'https://example.org/', [CSRF_FIELD]: token },
    });
    statuses.add(statusCode);
  }
  assert.deepEqual([...statuses], [200, 429]);
  const other = await stranger.csrfToken('/desk/edit/pieces/new');
  const answer = await stranger.send({
    method: 'POST',
    url: '/desk/edit/cards',
    remoteAddress: '203.0.113.7',
    headers: OWN,
    payload: { url: 'https://example.org/', [CSRF_FIELD]: other },
  });
  assert.equal(answer.statusCode, 200);
});

const OWN = { origin: 'https://press.example', 'sec-fetch-site': 'same-origin' };

const FIELDS = {
  ...{ headline: 'A headline', sub: '', category: 'building', tags: '', frame: 'lesson' },
  ...{ style: 'essay', locale: 'en', external_url: '' },
};

const figuresIn = (html: string) => html.match(/<figure class="card">.*?<\/figure>/gs) ?? [];

async function ask(browser: DeskBrowser, page: string, url: string) {
  const token = await browser.csrfToken(page);
  const answer = await browser.call('/desk/edit/cards', { url, [CSRF_FIELD]: token });
  assert.equal(answer.statusCode, 200, answer.body);
  return JSON.parse(answer.body);
}

async function preview(browser: DeskBrowser, page: string, body_md: string) {
  const token = await browser.csrfToken(page);
  const body = { headline: '', body_md, piece: idOf(page), [CSRF_FIELD]: token };
  return browser.call('/desk/edit/preview', body);
}

/** A piece whose third version has both cards. */
async function withCards({ piece, save, writer }: Editing): Promise<string> {
  const page = await piece();
  for (const { url } of [VIDEO, POST]) await ask(writer, page, url);
  await save(page, 1, { body_md: 'Nothing yet.' });
  await save(page, 2, { body_md: BOTH });
  return page;
}

async function privateLink(browser: DeskBrowser, page: string): Promise<string> {
  leadsTo(await browser.submit(`${page}/preview`));
  const { body } = await browser.open(`${page}/preview`);
  return new URL(/http:\/\/localhost:3000\/preview\/[\w-]+/.exec(body)?.[0] ?? '').pathname;
}

async function strangers(browser: DeskBrowser): Promise<string> {
  const fields = { ...FIELDS, body_md: 'A body.' };
  const made = leadsTo(await browser.submit('/desk/edit/pieces/new', fields));
  return `/desk/edit/pieces/${idOf(made)}`;
}
