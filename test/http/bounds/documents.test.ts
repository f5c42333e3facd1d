// Long documents: written once for all who ask at once, and not at all for who has them already.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, mock, test } from 'node:test';
import { sendStream } from '../../../src/http/cache/streamed-response.ts';
import { STREAMS } from '../../../src/schemas/limits.ts';
import { PieceListStore } from '../../../src/store/publications/piece-lists.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES } from '../../support/databases/databases.ts';
import { atOnce, countsOf, pipelined } from '../../support/many-requests.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

const DOCUMENTS = [
  '/feed.json',
  '/feed.xml',
  '/author/ada/feed.json',
  '/category/building/feed.xml',
  '/sitemap.xml',
  '/llms.txt',
  '/llms-products.txt',
];

async function madeAt(port: number): Promise<number> {
  const { body } = await exchange(port, request('GET', '/metrics'));
  const counts = [...body.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)];
  const documents = counts.filter(([, labels = '']) => /(xml|json|txt)"/.test(labels));
  return documents.reduce((sum, [, , count]) => sum + Number(count), 0);
}

for (const kind of DATABASES) {
  describe(`documents, on ${kind}`, async () => {
    const { app, add } = await startService(kind, { METRICS: 'on' });
    const slugs = ['countess', 'ada'].map((slug) => ({ slug, since: '2026-01-01T00:00:00.000Z' }));
    await add(author('ada', { slugs }), piece('ada', { category: 'building' }));
    const port = await listen(app);
    while (app.responseCache.version() === null) await exchange(port, request('GET', '/healthz'));

    for (const path of DOCUMENTS) {
      test(`${path} is written once, whatever is added to its URL`, async () => {
        const before = await madeAt(port);
        const paths = Array.from({ length: 40 }, (_, at) => `${path}?made-up=${at}`);
        assert.deepEqual(countsOf(await atOnce(port, paths)), { 200: 40 });
        assert.equal((await madeAt(port)) - before, 1);
      });
    }

    for (const path of DOCUMENTS) {
      test(`${path} is not written again for another spelling of its URL`, async () => {
        await exchange(port, request('GET', path));
        const before = await madeAt(port);
        const spelt = path.replace('.', '%2e');
        const queries = ['?u=%41', '?%75=1', '?u=%zz', '?u=before', '?%62%65=1', '#u', '#u?v=%41'];
        const others = [spelt, `${spelt}?u=%41`, `http://other.example${path}?u=%41`];
        for (const url of [...queries.map((query) => path + query), ...others]) {
          assert.equal((await exchange(port, request('GET', url))).status, 200, url);
        }
        assert.equal((await madeAt(port)) - before, 0);
      });
    }

    test('a cursor is not something made up', async () => {
      for (const query of ['x=1&before=nothing', 'b%65fore=nothing', 'x#&before=%6eothing']) {
        const { body } = await exchange(port, request('GET', `/feed.json?${query}`));
        assert.match(body, /"before: /, query);
      }
    });

    test('a page of a feed is written once, however its cursor is spelt', async () => {
      const before = await madeAt(port);
      const many = Array.from({ length: 1_100 }, (_, at) => `x=${at}`).join('&');
      const cursor = '2020-01-01T00:00:00.000Z_a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
      const spellings = [
        `before=${cursor}`,
        `before=${encodeURIComponent(cursor)}`,
        `b%65fore=${cursor.replace('2020', '%32%3020')}`,
        `u=%41&before=${cursor}&v=1`,
        `${many}&before=${cursor}`,
      ];
      for (const query of spellings) {
        const { body } = await exchange(port, request('GET', `/feed.json?${query}`));
        assert.deepEqual(JSON.parse(body).items, [], query.slice(-100));
      }
      assert.equal((await madeAt(port)) - before, 1);
      const { body } = await exchange(port, request('GET', '/feed.json'));
      assert.equal(JSON.parse(body).items.length, 1);
    });

    test('another path is another document, however alike its spelling', async () => {
      for (const path of ['/author%2Fada/feed.json', '/author/%2561da/feed.json', '/Feed.json']) {
        assert.equal((await exchange(port, request('GET', path))).status, 404, path);
      }
    });

    test('a former slug of an author leads on without the feed being read', async () => {
      const read = mock.method(PieceListStore.prototype, 'pageWithBodies');
      const answer = await exchange(port, request('GET', '/author/countess/feed.json?u=1'));
      const { status, headers } = answer;
      assert.deepEqual([status, headers['location']], [301, '/author/ada/feed.json?u=1']);
      assert.equal(read.mock.callCount(), 0);
      read.mock.restore();
    });
  });
}

test('a feed too long for the cache is shared by those who wait, and then known by its ETag', async () => {
  const { app, add } = await startService('sqlite', { METRICS: 'on', CACHE_MB: '1' });
  const long = { body_md: 'A long body. '.repeat(1_000) };
  await add(author('ada'), ...Array.from({ length: 20 }, () => piece('ada', long)));
  const port = await listen(app);
  const answers = await pipelined(port, ['/feed.json', '/feed.json', '/feed.json']);
  assert.deepEqual(countsOf(answers), { 200: 3 });
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
  assert.equal(await madeAt(port), 1);
  const etag = /^etag: (.*)$/im.exec(answers[0]?.head ?? '')?.[1]?.trim();
  const again = await exchange(port, request('GET', '/feed.json', `If-None-Match: ${etag}`));
  assert.deepEqual([again.status, again.headers['etag']], [304, etag]);
  assert.equal(await madeAt(port), 1, 'the feed was written for a 304');
  await add(author('bob'), piece('bob'));
  const changed = await exchange(port, request('GET', '/feed.json', `If-None-Match: ${etag}`));
  assert.equal(changed.status, 200);
});

test('so many responses are streamed at once, and the next one is refused', async () => {
  const { app } = await startService('sqlite');
  async function* parts() {
    for (let at = 0; at < 400; at += 1) yield 'x'.repeat(100_000);
  }
  app.get('/long.txt', (asked, reply) =>
    sendStream(asked, reply, { type: 'text/plain', parts: parts(), maxAge: 0 }),
  );
  const port = await listen(app);
  const origin = `http://127.0.0.1:${port}/long.txt?`;
  const begun = await Promise.all(
    Array.from({ length: STREAMS.atOnce }, (_, at) => fetch(origin + at)),
  );
  assert.deepEqual(new Set(begun.map(({ status }) => status)), new Set([200]));
  const refused = await fetch(`${origin}more`);
  assert.equal(refused.status, 503);
  assert.match(String(refused.headers.get('retry-after')), /^[1-9]\d*$/);
  for (const { body } of begun) if (body) Readable.fromWeb(body).destroy();
  let after = await fetch(`${origin}after`);
  while (after.status === 503) after = await fetch(`${origin}after`);
  assert.equal((await after.text()).length, 40_000_000);
});
