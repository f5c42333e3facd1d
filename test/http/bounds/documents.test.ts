// Long documents: rendered once for all simultaneous requests, and not at all for clients that have them already.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, mock, test } from 'node:test';
import type { RouteHandlerMethod } from 'fastify';
import { sendStream } from '../../../src/http/cache/streamed-response.ts';
import { resource } from '../../../src/http/resource.ts';
import { PieceListStore } from '../../../src/store/publications/piece-lists.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
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

for (const kind of DATABASES_IN_FULL) {
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
      const pages = ['/author/ada?v1/feed.json', '/author/ada#v1/feed.json'];
      for (const path of [...pages, '/feed.json', '/llms.txt']) {
        assert.equal((await exchange(port, request('GET', path))).status, 200, path);
      }
      const unknown = ['/author%2Fada/feed.json', '/author/%2561da/feed.json', '/Feed.json'];
      const parts = ['/author/ada%3Fv1/feed.json', '/author/ada%23v1/feed.json'];
      const schemes = ['x://h/llms.txt', 'ftp://h/feed.json', 'ws://press.example/feed.json'];
      const hosts = ['http:///feed.json', 'http://h/feed.json#u', 'http://h:99999/feed.json'];
      for (const path of [...unknown, ...parts, ...schemes, ...hosts]) {
        const { status } = await exchange(port, request('GET', path, 'If-None-Match: *'));
        assert.equal(status, hosts.includes(path) ? 400 : 404, path);
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

describe('streamed responses', () => {
  // More than what lies between two sockets.
  const LENGTH = 16_000_000;
  const STREAMS = { atOnce: 4, givesWayMs: 60_000 };

  async function* parts() {
    for (let at = 0; at < LENGTH / 100_000; at += 1) yield 'x'.repeat(100_000);
  }

  /** Readers who have a response and take nothing of it. */
  async function slowReaders(streams = STREAMS) {
    const { app } = await startService('sqlite', {}, undefined, { streams });
    resource(app, '/long.txt', {
      GET: {
        handler: (asked, reply) =>
          sendStream(asked, reply, { type: 'text/plain', parts: parts(), maxAge: 0 }),
      },
    });
    const port = await listen(app);
    let asked = 0;
    const ask = () => {
      asked += 1;
      const headers = { 'accept-encoding': 'identity' };
      return fetch(`http://127.0.0.1:${port}/long.txt?${asked}`, { headers });
    };
    const begun: Response[] = [];
    for (let nth = 0; nth < STREAMS.atOnce; nth += 1) begun.push(await ask());
    assert.deepEqual(new Set(begun.map(({ status }) => status)), new Set([200]));
    const hangUp = () => {
      for (const { body } of begun) if (body && !body.locked) Readable.fromWeb(body).destroy();
    };
    return { ask, hangUp, begun };
  }

  test('are so many at once, and the next one is refused', async () => {
    const { ask, hangUp } = await slowReaders();
    const refused = await ask();
    assert.equal(refused.status, 503);
    assert.match(String(refused.headers.get('retry-after')), /^[1-9]\d*$/);
    hangUp();
    let after = await ask();
    while (after.status === 503) after = await ask();
    assert.equal((await after.text()).length, LENGTH);
  });

  test('that are old give way, and the missing end tells', async () => {
    const { ask, hangUp, begun } = await slowReaders({ ...STREAMS, givesWayMs: 0 });
    assert.equal((await (await ask()).text()).length, LENGTH);
    await assert.rejects(begun[0]?.text() ?? assert.fail());
    hangUp();
  });

  test("of whom has gone before they begin are nobody's fault", async (t) => {
    const { app } = await startService('sqlite');
    const { promise: gone, resolve: goes } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answers } = Promise.withResolvers<void>();
    async function* afterwards() {
      await gone;
      yield* parts();
    }
    const handler: RouteHandlerMethod = async (asked, reply) => {
      asked.raw.socket.once('close', goes);
      const sent = sendStream(asked, reply, {
        ...{ type: 'text/plain', parts: afterwards(), maxAge: 0 },
      });
      return sent.finally(() => setImmediate(answers));
    };
    resource(app, '/late.txt', { GET: { handler } });
    const faults = t.mock.method(app.log, 'error');
    const client = connect(await listen(app), '127.0.0.1');
    client.write('GET /late.txt HTTP/1.1\r\nHost: press.example\r\n\r\n');
    await once(app.server, 'request');
    client.destroy();
    await answered;
    assert.deepEqual(
      faults.mock.calls.map(({ arguments: said }) => said.at(-1)),
      [],
    );
  });
});
