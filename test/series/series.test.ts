// A series: what readers and programs see of it, and that nothing of a draft is ever among that.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { SERIES_LIMITS } from '../../src/schemas/series/series-limits.ts';
import { piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import { type DeskBrowser, type Fields, leadsTo } from '../support/desk/desk-browser.ts';
import { addKey, addWriter, browserOf, gateAt, startGate } from '../support/gate.ts';
import { at, listAt } from '../support/json.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';

const SERIES = '/desk/series';
const PAGE = '/author/ada/series/on-water';

const PARTS = ['Wells', 'Locks', 'Weirs'].map((headline, day) =>
  piece('ada', {
    ...{ headline, slug: headline.toLowerCase(), body_md: `About ${headline}.` },
    published_at: `2026-05-0${day + 1}T00:00:00.000Z`,
  }),
);
const SECRET = piece('ada', { headline: 'Secret', status: 'draft', published_at: undefined });
const [WELLS, LOCKS, WEIRS] = PARTS.map(({ id }) => id);

async function startSeries(kind: DatabaseKind, settings: { [name: string]: string } = {}) {
  const gate = await startGate(kind, { RATE_LIMITS: 'off', ...settings });
  const ada = await browserOf(gate, await addWriter(gate, 'ada'));
  await importArchive(
    gate.context,
    [...PARTS, SECRET].map((line) => JSON.stringify(line)),
  );
  const get = async (path: string) => (await gate.app.inject(path)).body;
  const status = async (path: string) => (await gate.app.inject(path)).statusCode;
  const placeAt = async (id: string | undefined) =>
    at(JSON.parse(await get(`/api/public/pieces/${id}`)), 'piece', 'series');
  return { ...gate, ada, get, status, placeAt };
}

async function made(ada: DeskBrowser, fields: Fields = {}): Promise<string> {
  const answer = await ada.submit(`${SERIES}/new`, { title: 'On water', ...fields });
  return leadsTo(answer).replace(/\?.*/, '');
}

/** From a page that has the token: the form itself may not be there, or not any more. */
const send = async (ada: DeskBrowser, path: string, fields: Fields = {}) =>
  ada.submit(path, fields, SERIES);

async function filled(ada: DeskBrowser, ids: readonly (string | undefined)[]): Promise<string> {
  const path = await made(ada);
  for (const id of ids) leadsTo(await send(ada, path, { piece: String(id) }));
  return path;
}

const titles = (body: string) =>
  [...body.matchAll(/<h2 lang="en" dir="ltr"><a[^>]*>([^<]*)/g)].map(([, title]) => title);

for (const kind of DATABASES_IN_FULL) {
  describe(`a series, on ${kind}`, () => {
    test('is on its page, at its parts, in feeds, records and the sitemap, in its order', async () => {
      const { app, ada, get, placeAt } = await startSeries(kind);
      const before = JSON.parse(await get(`/api/public/pieces/${LOCKS}`));
      const path = await filled(ada, [WEIRS, WELLS, SECRET.id, LOCKS]);
      await send(ada, `${path}/details`, {
        ...{ title: 'On <water>', slug: 'on-water', description: 'Three ways & more.' },
        mark: /name="mark" value="(\w+)"/.exec((await ada.open(`${path}/details`)).body)?.[1] ?? '',
      });
      const page = await get(PAGE);
      assert.deepEqual(titles(page), ['Weirs', 'Wells', 'Locks']);
      assert.match(page, /<h1 dir="auto">On &lt;water&gt;<\/h1>.*Three ways &amp; more\./s);
      assert.match(page, /3 parts/);
      assert.match(
        page,
        /<link rel="canonical" href="https:\/\/press\.example\/author\/ada\/series\/on-water">/,
      );
      const facts = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? '');
      assert.deepEqual(
        listAt(facts, 'hasPart').map((part) => [at(part, 'headline'), at(part, 'position')]),
        [
          ['Weirs', 1],
          ['Wells', 2],
          ['Locks', 3],
        ],
      );
      const record = JSON.parse(await get(`/api/public/pieces/${WELLS}`));
      (await judgeOf(app)).assertSuccess(`/api/public/pieces/${WELLS}`, record);
      assert.deepEqual(at(record, 'piece', 'series'), {
        ...{ title: 'On <water>', url: `https://press.example${PAGE}`, part: 2, parts: 3 },
        previous: `https://press.example/pieces/${WEIRS}`,
        next: `https://press.example/pieces/${LOCKS}`,
      });
      assert.deepEqual(at(await placeAt(LOCKS), 'next'), null);
      // The piece is unchanged, except for its place in the series.
      const { series: _, ...rest } = Object(
        at(JSON.parse(await get(`/api/public/pieces/${LOCKS}`)), 'piece'),
      );
      assert.deepEqual(rest, at(before, 'piece'));
      const inParts = JSON.parse(await get(`/api/public/pieces/${WELLS}?format=text`));
      assert.deepEqual(at(inParts, 'piece', 'series', 'part'), 2);
      assert.match(
        await get('/author/ada'),
        /<h3 dir="auto"><a href="[^"]*on-water">On &lt;water&gt;.*3 parts/s,
      );
      const article = await get('/author/ada/wells');
      assert.match(
        article,
        /Part 2 of 3 of <a href="[^"]*on-water"><cite dir="auto">On &lt;water&gt;/,
      );
      assert.match(
        article,
        /rel="prev" href="\/author\/ada\/weirs".*rel="next"[^>]*href="\/author\/ada\/locks"/s,
      );
      assert.match(
        await get('/author/ada/wells.md'),
        /^series: \{"title":"On <water>",.*"part":2/m,
      );
      assert.match(await get('/sitemap.xml'), /<loc>[^<]*\/author\/ada\/series\/on-water<\/loc>/);
      const feed = JSON.parse(await get(`${PAGE}/feed.json`));
      assert.deepEqual(
        listAt(feed, 'items').map((item) => at(item, 'title')),
        ['Weirs', 'Locks', 'Wells'],
      );
      assert.equal(at(feed, 'home_page_url'), `https://press.example${PAGE}`);
      assert.match(await get(`${PAGE}/feed.xml`), /<title>On &lt;water&gt; · ada<\/title>/);
      const called = await app.inject({
        ...{
          method: 'POST',
          url: '/api/mcp',
          headers: { accept: 'application/json, text/event-stream' },
        },
        payload: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'get_piece', arguments: { id: WELLS } },
        },
      });
      assert.equal(
        at(JSON.parse(called.body), 'result', 'structuredContent', 'piece', 'series', 'part'),
        2,
      );
    });

    test('has nothing of what is not public, whatever becomes of its parts', async () => {
      const { ada, get, status, placeAt, context } = await startSeries(kind);
      const path = await filled(ada, [SECRET.id]);
      const everything = [PAGE, `${PAGE}/feed.json`, `${PAGE}/feed.xml`];
      const seen = async () => Promise.all([...everything, '/sitemap.xml', '/author/ada'].map(get));
      const areAbsent = async () => {
        assert.deepEqual(await Promise.all(everything.map(status)), [404, 404, 404]);
        for (const url of ['/sitemap.xml', '/author/ada']) {
          assert.doesNotMatch(await get(url), /on-water|Secret/, url);
        }
      };
      await areAbsent();
      for (const id of [WELLS, LOCKS]) leadsTo(await send(ada, path, { piece: String(id) }));
      assert.doesNotMatch((await seen()).join(), /Secret/);
      assert.partialDeepStrictEqual(await placeAt(WELLS), { part: 1, parts: 2, previous: null });
      assert.doesNotMatch(await get('/author/ada/wells'), /Secret/);

      leadsTo(await ada.submit(`/desk/edit/pieces/${SECRET.id}/publish`, { version: '1' }));
      assert.deepEqual(titles(await get(PAGE)), ['Secret', 'Wells', 'Locks']);
      assert.partialDeepStrictEqual(await placeAt(WELLS), { part: 2, parts: 3 });
      leadsTo(await ada.submit(`/desk/edit/pieces/${WELLS}/unpublish`));
      assert.deepEqual(titles(await get(PAGE)), ['Secret', 'Locks']);
      assert.partialDeepStrictEqual(await placeAt(LOCKS), { part: 2, parts: 2, next: null });
      leadsTo(await ada.submit(`/desk/edit/pieces/${WELLS}/delete`));
      // A piece in the trash keeps its place for when it is restored.
      leadsTo(await send(ada, `${path}/place`, { part: String(LOCKS), to: 'up' }));
      assert.deepEqual(titles(await get(PAGE)), ['Locks', 'Secret']);
      leadsTo(await ada.submit(`/desk/trash/${WELLS}/restore`, {}, `/desk/trash/${WELLS}`));
      leadsTo(await ada.submit(`/desk/edit/pieces/${WELLS}/publish`, { version: '1' }));
      assert.deepEqual(titles(await get(PAGE)), ['Locks', 'Wells', 'Secret']);

      await suspendWriter(context, 'ada');
      await areAbsent();
      await reinstateWriter(context, 'ada');
      assert.deepEqual(titles(await get(PAGE)), ['Locks', 'Wells', 'Secret']);
    });

    test('is changed by its writer alone, and no key or stranger does so', async () => {
      const desk = await startSeries(kind);
      const { ada, get, app } = desk;
      const path = await filled(ada, [WELLS, LOCKS]);
      const bob = await browserOf(desk, await addWriter(desk, 'bob'));
      const { key } = await addKey(desk, 'ada');
      const before = await get(PAGE);
      const piece = String(WEIRS);
      const forms: [string, Fields][] = [
        [path, { piece }],
        [`${path}/place`, { part: String(LOCKS), to: 'up' }],
        [`${path}/remove`, { part: String(LOCKS) }],
        [`${path}/details`, { title: 'Mine', slug: 'mine' }],
        [`${path}/delete`, {}],
        [`/desk/edit/pieces/${piece}/series`, { series: path.slice(SERIES.length + 1) }],
      ];
      for (const [url, fields] of forms) {
        assert.equal((await send(bob, url, fields)).statusCode, 404, url);
        const byKey = await app.inject({
          ...{ method: 'POST', url, payload: fields },
          headers: { authorization: `Bearer ${key}`, host: 'press.example' },
        });
        assert.match(String(byKey.headers.location), /sign-in/, url);
      }
      const own = await made(bob, { slug: 'on-water' });
      // Another writer's piece in one's own series, and one's own piece in another writer's.
      assert.equal((await send(bob, own, { piece })).statusCode, 400);
      const call = {
        series: own.slice(SERIES.length + 1),
        form_token: await ada.csrfToken(SERIES),
      };
      const called = await ada.call(`/desk/edit/pieces/${piece}/series/choice`, call);
      assert.equal(called.statusCode, 400);
      // A key can't put its draft into a series.
      const drafted = await app.inject({
        ...{ method: 'POST', url: '/api/v1/pieces', headers: { authorization: `Bearer ${key}` } },
        payload: { headline: 'Mine', body_md: 'Words.', series: { title: 'Mine' }, series_id: own },
      });
      assert.ok([201, 400].includes(drafted.statusCode), drafted.body);
      assert.equal(await get(PAGE), before);
    });

    test('is ordered one step at a time, renamed with its old URLs, and deleted', async () => {
      const { ada, get, status, app, placeAt } = await startSeries(kind);
      const path = await filled(ada, [WELLS, LOCKS, WEIRS]);
      const move = async (id: string | undefined, to: string) =>
        leadsTo(await send(ada, `${path}/place`, { part: String(id), to }));
      const moved = await move(WEIRS, 'up');
      assert.match((await ada.open(moved)).body, /Move up: Weirs" autofocus/);
      assert.deepEqual(titles(await get(PAGE)), ['Wells', 'Weirs', 'Locks']);
      await move(WEIRS, 'up');
      await move(WEIRS, 'up');
      await move(WELLS, 'down');
      await move(WELLS, 'down');
      assert.deepEqual(titles(await get(PAGE)), ['Weirs', 'Locks', 'Wells']);
      leadsTo(await send(ada, `${path}/remove`, { part: String(LOCKS) }));
      assert.deepEqual(titles(await get(PAGE)), ['Weirs', 'Wells']);
      assert.equal(await placeAt(LOCKS), undefined);

      const details = async (fields: Fields) => {
        const { body } = await ada.open(`${path}/details`);
        const mark = /name="mark" value="(\w+)"/.exec(body)?.[1] ?? '';
        return ada.submit(`${path}/details`, { mark, ...fields });
      };
      leadsTo(await details({ title: 'Water', slug: 'water', description: '' }));
      for (const file of ['', '/feed.json', '/feed.xml']) {
        const old = await app.inject(PAGE + file);
        const now = `/author/ada/series/water${file}`;
        assert.deepEqual([old.statusCode, old.headers.location], [301, now]);
        assert.equal(await status(now), 200);
      }
      assert.equal(at(await placeAt(WELLS), 'title'), 'Water');
      const stale = await details({ mark: 'old', title: 'Other', slug: 'other' });
      assert.equal(stale.statusCode, 409);
      assert.match(stale.body, /has changed since you opened it/);
      // A slug that another has or had is not given away; one that was made of a title is a free one.
      const second = await made(ada);
      assert.match((await ada.open(`${second}/details`)).body, /value="on-water-2"/);
      const taken = await send(ada, `${SERIES}/new`, { title: 'Third', slug: 'on-water' });
      assert.equal(taken.statusCode, 400);
      assert.match(taken.body, /Choose another, such as on-water-3\./);
      assert.equal((await send(ada, `${SERIES}/new`, { title: ' ' })).statusCode, 400);
      // A piece moves from one series to the other, and is never in two.
      leadsTo(
        await send(ada, `/desk/edit/pieces/${WELLS}/series`, {
          series: second.slice(SERIES.length + 1),
        }),
      );
      assert.partialDeepStrictEqual(await placeAt(WELLS), { title: 'On water', part: 1, parts: 1 });
      assert.deepEqual(titles(await get('/author/ada/series/water')), ['Weirs']);

      leadsTo(await send(ada, `${path}/delete`));
      assert.equal(await status('/author/ada/series/water'), 404);
      assert.equal(await placeAt(WEIRS), undefined);
      assert.equal(await status('/author/ada/weirs'), 200);
      assert.equal((await ada.open(path)).statusCode, 404);
    });

    test('shows a change at the next request here, and soon in another process', async () => {
      const desk = await startSeries(kind);
      const { ada, get, placeAt } = desk;
      const there = await gateAt(desk.place, { RATE_LIMITS: 'off' }, desk.clock);
      const others = async (path: string) => (await there.app.inject(path)).body;
      const urls = [PAGE, `${PAGE}/feed.xml`, `/author/ada/wells`, `/api/public/pieces/${WELLS}`];
      const path = await filled(ada, [WELLS]);
      // Cached in both.
      for (const url of [...urls, ...urls]) {
        assert.match(await get(url), /On water/);
        assert.match(await others(url), /On water/, url);
      }
      leadsTo(await send(ada, path, { piece: String(LOCKS) }));
      assert.partialDeepStrictEqual(await placeAt(WELLS), { part: 1, parts: 2 });
      assert.match(await get('/author/ada/wells'), /Part 1 of 2 of/);
      assert.match(await get(`${PAGE}/feed.xml`), /Locks/);
      while (!(await others(PAGE)).includes('Locks')) await new Promise(setImmediate);
      assert.match(await others('/author/ada/wells'), /Part 1 of 2 of/);
      assert.match(await others(`${PAGE}/feed.xml`), /Locks/);
      leadsTo(await send(ada, `${path}/delete`));
      while ((await there.app.inject(PAGE)).statusCode !== 404) await new Promise(setImmediate);
      for (const url of urls.slice(2)) assert.doesNotMatch(await others(url), /On water/, url);
    });
  });
}

test('a series has at most as many parts as one page can show', async () => {
  const { ada, context, get } = await startSeries('sqlite');
  const many = Array.from({ length: SERIES_LIMITS.parts }, (_, day) =>
    piece('ada', { headline: `Part ${day}`, published_at: new Date(day).toISOString() }),
  );
  await importArchive(
    context,
    many.map((line) => JSON.stringify(line)),
  );
  const path = await filled(
    ada,
    many.map(({ id }) => id),
  );
  assert.equal(titles(await get(PAGE)).length, SERIES_LIMITS.parts);
  const full = await send(ada, path, { piece: String(WELLS) });
  assert.equal(full.statusCode, 409);
  assert.match(full.body, /at most 100 parts/);
});
