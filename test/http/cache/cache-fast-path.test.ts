// The cache fast path: byte for byte what the router sends, under the same rate limits.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, mock, type TestContext, test } from 'node:test';
import { RequestCoalescing } from '../../../src/http/cache/request-coalescing.ts';
import { suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { PieceListStore } from '../../../src/store/publications/piece-lists.ts';
import { author, piece } from '../../support/archive/records.ts';
import { SQLITE_OR_BOTH } from '../../support/databases/databases.ts';
import { someOf } from '../../support/full.ts';
import { exchange, listen, type RawAnswer, request, requestWith } from '../../support/raw-http.ts';
import { NOW, startService } from '../../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const READS = [
  '/',
  '/api/openapi.json',
  '/api/public/authors/ada',
  '/api/public/authors/search?q=ada',
  '/api/public/pieces/recent?limit=3',
  '/api/public/pieces/search?q=headline',
  `/api/public/pieces/${ID}`,
  '/author/ada',
  '/author/ada/a-headline',
  '/author/ada/a-headline.md',
  '/author/ada/feed.json',
  '/embed/ada/badge.svg',
  '/embed/ada/data.json',
  '/feed.xml',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
];

const ENCODINGS = ['identity', 'gzip', 'br', 'gzip;q=0.5, br;q=0.1', ''];

/** Never cached: each response depends on its moment, request or person. */
const UNCACHED = [
  '/api/mcp',
  '/api/public/authors/nobody',
  '/api/public/pieces/recent?limit=0',
  '/api/v1/me',
  '/desk/sign-in',
  '/healthz',
  '/nowhere',
  `/pieces/${ID}`,
];

const withoutDate = ({ headers: { date, ...headers }, ...answer }: RawAnswer) => ({
  ...answer,
  headers,
});

async function hitsAt(port: number): Promise<number> {
  const { body } = await exchange(port, request('GET', '/metrics'));
  const counts = [...body.matchAll(/^http_cache_hits_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * Sends the same bytes twice: the router answers first, then, if the answer was cached, the fast path. Repeated if it
 * was not cached, since the front page is computed again each second, perhaps just then.
 */
async function twice(port: number, bytes: string) {
  const first = withoutDate(await exchange(port, bytes));
  const answers = [first];
  for (let tries = 1; ; tries += 1) {
    const before = await hitsAt(port);
    const second = withoutDate(await exchange(port, bytes));
    const isHit = (await hitsAt(port)) > before;
    answers.push(second);
    if (isHit || tries === 5) return { first, second, answers, isHit };
  }
}

const call = (id: unknown, name = 'recent_pieces', meta?: object) =>
  requestWith(
    'POST',
    '/api/mcp',
    'application/json',
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, _meta: meta } }),
  );

for (const kind of SQLITE_OR_BOTH) {
  describe(`the cache fast path, on ${kind}`, async () => {
    const { app, add } = await startService(kind, { METRICS: 'on' });
    await add(author('ada'), piece('ada', { id: ID, body_md: 'A long body. '.repeat(200) }));
    const port = await listen(app);
    // PostgreSQL's changes are listened to from the first heartbeat on.
    while (app.responseCache.version() === null) await exchange(port, request('GET', '/healthz'));

    /** Makes the same call twice; says whether the second found its result in the cache. */
    async function calledAgain(bytes: string) {
      const first = withoutDate(await exchange(port, bytes));
      const get = mock.method(app.responseCache, 'get');
      const second = withoutDate(await exchange(port, bytes));
      get.mock.restore();
      return { first, second, isCached: get.mock.calls.at(-1)?.result !== undefined };
    }

    for (const url of READS) {
      for (const encoding of someOf(ENCODINGS, 2)) {
        test(`${url} in ${encoding || 'no encoding'} is as before`, async () => {
          const bytes = request('GET', url, `Accept-Encoding: ${encoding}`);
          const { first, answers, isHit } = await twice(port, bytes);
          assert.equal(first.status, 200);
          // Whichever way it went: by the router or from the cache.
          for (const answer of answers) assert.deepEqual(answer, first);
          assert.ok(isHit);
        });
      }

      test(`${url} with a matching ETag, and as HEAD`, async () => {
        const { headers } = await exchange(port, request('GET', url));
        const conditional = request('GET', url, `If-None-Match: ${headers['etag']}`);
        const again = await twice(port, conditional);
        assert.equal(again.second.status, 304);
        assert.deepEqual(again.second, again.first);
        assert.equal(again.second.body, '');
        const { body: _, ...whole } = withoutDate(await exchange(port, request('GET', url)));
        const head = await twice(port, request('HEAD', url));
        assert.deepEqual(head.second, { ...whole, body: '' });
      });
    }

    for (const url of UNCACHED) {
      test(`${url} is not cached`, async () => {
        const { isHit } = await twice(port, request('GET', url));
        assert.equal(isHit, false);
      });
    }

    for (const id of [1, 0, -7, Number.MAX_SAFE_INTEGER, 'one', '', 'ünï "quoted" \u2028', null]) {
      test(`a tool's cached result with the id ${JSON.stringify(id)}`, async () => {
        await exchange(port, call('another'));
        const { second, isCached } = await calledAgain(call(id));
        assert.ok(isCached);
        const answer = JSON.parse(second.body);
        assert.deepEqual(Object.keys(answer), ['jsonrpc', 'id', 'result']);
        assert.equal(answer.id, id);
        assert.equal(answer.result.structuredContent.items[0].id.slice(-36), ID);
        assert.equal(second.headers['content-length'], String(Buffer.byteLength(second.body)));
      });
    }

    for (const id of [1.5, 2 ** 53, { a: 1 }, [1], true]) {
      test(`the id ${JSON.stringify(id)} is refused, whatever is cached`, async () => {
        await exchange(port, call(1));
        const { second } = await calledAgain(call(id));
        assert.match(second.body, /"error":/);
      });
    }

    test("a tool's cached result for a client that accepts compression", async () => {
      const bytes = call(1).replace('Host:', 'Accept-Encoding: gzip\r\nHost:');
      const { first, second, isCached } = await calledAgain(bytes);
      assert.ok(isCached);
      assert.equal(second.headers['content-encoding'], 'gzip');
      assert.deepEqual(second, first);
    });

    test('a progress token does not keep a result from being cached', async () => {
      const { isCached } = await calledAgain(call(1, 'recent_pieces', { progressToken: 7 }));
      assert.ok(isCached);
    });

    test('what another message asks for is not mixed up with it', async () => {
      await exchange(port, call(1));
      const unknown = await exchange(port, call(1, 'no_such_tool'));
      assert.match(unknown.body, /Expected one of/);
      const wrong = call(1).replace('Host:', 'MCP-Protocol-Version: 1999-01-01\r\nHost:');
      assert.equal((await exchange(port, wrong)).status, 400);
    });
  });
}

test('the fast path and the router share one rate limit', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const { app, add } = await startService('sqlite', { TRUST_PROXY: 'loopback' });
  await add(author('ada'), piece('ada'));
  const port = await listen(app);
  const from = (address: string, url: string) =>
    exchange(port, request('GET', url, `X-Forwarded-For: ${address}`));
  await from('203.0.113.1', '/author/ada');
  const visitor = '203.0.113.7';
  for (let nth = 1; nth <= 600; nth += 1) {
    const url = nth % 2 === 0 ? '/author/ada' : '/api/public/authors/nobody';
    const { status, headers } = await from(visitor, url);
    assert.equal(status, nth % 2 === 0 ? 200 : 404);
    assert.equal(headers['ratelimit-remaining'], String(600 - nth));
  }
  const refused = await from(visitor, '/author/ada');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await from('203.0.113.8', '/author/ada')).status, 200);
});

test('a page under a foreign name gets no cached result of a tool', async () => {
  const { app, add } = await startService('sqlite', { BASE_URL: 'http://localhost:3000' });
  await add(author('ada'), piece('ada'));
  const port = await listen(app);
  const own = call(1).replace('Host: press.example', `Host: localhost:${port}`);
  for (let nth = 0; nth < 2; nth += 1) assert.equal((await exchange(port, own)).status, 200);
  assert.equal((await exchange(port, call(1))).status, 403);
});

test('with a cache of size 0 nothing is cached', async () => {
  const { app, add } = await startService('sqlite', { METRICS: 'on', CACHE_MB: '0' });
  await add(author('ada'));
  const { isHit } = await twice(await listen(app), request('GET', '/author/ada'));
  assert.equal(isHit, false);
});

test('concurrent requests for one page are coalesced', async () => {
  const { app, add } = await startService('sqlite', { METRICS: 'on' });
  await add(author('ada'), piece('ada'));
  const port = await listen(app);
  const ask = () => exchange(port, request('GET', '/author/ada'));
  await ask();
  await add(piece('ada'));
  const madeAt = async () => {
    const { body } = await exchange(port, request('GET', '/metrics'));
    const made = /duration_seconds_count\{[^}]*route="\/author\/:slug"[^}]*\} (\d+)/.exec(body);
    return Number(made?.[1]);
  };
  const before = await madeAt();
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal((await madeAt()) - before, 1);
});

test('a client that does not read an uncacheable response holds nobody up', async () => {
  const { app, add } = await startService('sqlite', { CACHE_MB: '1' });
  await add(author('ada'), piece('ada'));
  const port = await listen(app);
  const ask = request('GET', '/feed.json');
  await exchange(port, ask);
  const long = { body_md: 'A long body. '.repeat(7_500) };
  await add(...Array.from({ length: 50 }, () => piece('ada', long)));
  const deaf = connect(port, '127.0.0.1').pause();
  deaf.write(ask);
  await once(app.server, 'request');
  const { status } = await exchange(port, ask);
  deaf.destroy();
  assert.equal(status, 200);
});

/** The home page in the cache, and a clock that only the test moves. */
async function homeOnAClock(t: TestContext) {
  const { app, add } = await startService('sqlite');
  await add(author('ada'), piece('ada'));
  const port = await listen(app);
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  const home = () => exchange(port, request('GET', '/'));
  for (let times = 2; times > 0; times -= 1) await home();
  const passes = (ms: number) => {
    now += ms;
  };
  return { app, home, passes };
}

test('what changes with time is made again by one reader while all others have the one before', async (t) => {
  const { app, home, passes } = await homeOnAClock(t);
  const cached = () => app.responseCache.get('/', 'identity');
  const first = cached();
  assert.ok(first);
  const made = t.mock.method(app.responseCache, 'put');
  passes(900);
  await home();
  assert.equal(made.mock.callCount(), 0);
  passes(600);
  assert.equal(cached(), first);
  await Promise.all([home(), home(), home()]);
  assert.equal(made.mock.callCount(), 1);
  assert.notEqual(cached(), first);
  passes(2_500);
  assert.equal(cached(), undefined);
  assert.equal((await home()).status, 200);
});

test('what changes with time is not sent for longer if it can not be made again', async (t) => {
  const { app, home, passes } = await homeOnAClock(t);
  t.mock.method(PieceListStore.prototype, 'filledCategories', () => Promise.reject(new Error()));
  const statuses: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    passes(600);
    statuses.push((await home()).status);
  }
  // Fresh, due, sent while another would make it, and stale.
  assert.deepEqual(statuses, [200, 500, 200, 500]);
  assert.equal(app.responseCache.get('/', 'identity'), undefined);
});

test('nobody waits for what could not be cached, nor for a long URL', () => {
  const coalescing = new RequestCoalescing();
  const by = {};
  assert.ok(coalescing.begins('/author/ada', by));
  coalescing.end('/author/ada', by);
  assert.equal(coalescing.begins('/author/ada', by), false);
  assert.equal(coalescing.begins(`/author/ada?${'x'.repeat(1_000)}`, by), false);
});

test('coalesced requests for a page that is gone all get 404', async () => {
  const { app, context, add } = await startService('sqlite');
  await add(author('ada'), piece('ada'));
  const port = await listen(app);
  const ask = () => exchange(port, request('GET', '/author/ada'));
  await ask();
  await suspendWriter(context, 'ada');
  const answers = await Promise.all(Array.from({ length: 5 }, ask));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  );
});
