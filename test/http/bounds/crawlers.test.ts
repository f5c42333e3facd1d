// Crawlers: one of their requests is answered at a time, after readers', and the rest wait or are refused.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { ERRORS } from '../../../src/errors.ts';
import { BOUNDS } from '../../../src/http/bounds/bounds.ts';
import { resource } from '../../../src/http/resource.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { textOf } from '../../support/many-requests.ts';
import { exchange, listen, request, requestWith } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

const BOT = 'User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const WRITERS = ['ada', 'bob', 'cy', 'di', 'eve', 'flo'];

/** A service of which a crawler has one request in its turn, until it is released. */
async function startCrawled(
  crawlers: { waiting?: number; waitMs?: number } = {},
  kind: DatabaseKind = 'sqlite',
) {
  const crawler = { ...BOUNDS.queues.crawler, waitMs: 60_000, ...crawlers };
  const bounds = { queues: { ...BOUNDS.queues, crawler } };
  const { app, add } = await startService(kind, { METRICS: 'on' }, undefined, bounds);
  await add(...WRITERS.map((slug) => author(slug)), ...WRITERS.map((slug) => piece(slug)));
  const handler = async () => {
    app.server.emit('begun');
    await once(app.server, 'release');
    return 'done';
  };
  resource(app, '/held', { GET: { handler } });
  const port = await listen(app);
  const read = (path: string, method = 'GET') => exchange(port, request(method, path));
  const crawl = (path: string, method = 'GET') => exchange(port, request(method, path, BOT));
  /** Sends it, and returns its response to come once the service has its request. */
  const crawlLater = async (path: string) => {
    const seen = once(app.server, 'request');
    const answer = crawl(path);
    await seen;
    return { answer };
  };
  const begun = once(app.server, 'begun');
  const held = crawl('/held');
  await begun;
  const release = async () => {
    app.server.emit('release');
    assert.equal((await held).status, 200);
  };
  return { app, port, read, crawl, crawlLater, release };
}

/** Makes a few round trips, during which all answerable requests are answered. */
async function lookAround(port: number): Promise<void> {
  for (let nth = 0; nth < 10; nth += 1) await exchange(port, request('GET', '/healthz'));
}

async function countsIn(port: number): Promise<{ [outcome: string]: number }> {
  const { body } = await exchange(port, request('GET', '/metrics'));
  const found = body.matchAll(/^http_crawler_requests_total\{outcome="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]));
}

for (const kind of DATABASES_IN_FULL) {
  describe(`crawlers, on ${kind}`, () => {
    test('wait for their turn, and readers pass them', async () => {
      const { port, read, crawlLater, release } = await startCrawled({}, kind);
      const order: string[] = [];
      const paths = ['/author/ada', '/api/public/authors/bob', '/author/cy/feed.json'];
      const crawled = [];
      for (const path of paths) {
        const { answer } = await crawlLater(path);
        crawled.push(answer.then(({ status }) => order.push(`crawler ${status}`)));
      }
      // Also what a crawler waits for.
      for (const path of [...paths, '/author/di']) {
        order.push(`reader ${(await read(path)).status}`);
      }
      await lookAround(port);
      const readers = Array.from({ length: 4 }, () => 'reader 200');
      assert.deepEqual(order, readers);
      await release();
      await Promise.all(crawled);
      assert.deepEqual(order.slice(4), ['crawler 200', 'crawler 200', 'crawler 200']);
      assert.deepEqual(await countsIn(port), { answered: 4, refused: 0 });
    });
  });
}

test('beyond the bound they are refused, and told when to come back', async () => {
  const { port, crawl, crawlLater, release } = await startCrawled({ waiting: 2 });
  const waiting = [await crawlLater('/author/ada'), await crawlLater('/author/bob')];
  const refused = await crawl('/api/public/authors/cy');
  assert.equal(refused.status, 429);
  assert.equal(JSON.parse(refused.body).reason, ERRORS.crawler_limit.reason);
  assert.equal(refused.headers['access-control-allow-origin'], '*');
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
  const page = await crawl('/author/cy');
  assert.equal(page.status, 429);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(String(page.headers['retry-after']), /^[1-9]\d*$/);
  assert.deepEqual(await countsIn(port), { answered: 1, refused: 2 });
  await release();
  for (const { answer } of waiting) assert.equal((await answer).status, 200);
  assert.equal((await crawl('/api/public/authors/cy')).status, 200);
});

test('one that would wait for too long is refused', async () => {
  const { crawl, release } = await startCrawled({ waitMs: 20 });
  const { status, headers } = await crawl('/author/ada');
  await release();
  assert.equal(status, 429);
  assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
});

test('cached responses, and requests that aren’t crawling, don’t wait', async () => {
  const { port, read, crawl, release } = await startCrawled({ waiting: 0 });
  for (let nth = 0; nth < 4; nth += 1) await read('/author/ada');
  assert.equal((await crawl('/author/bob')).status, 429);
  assert.equal((await crawl('/author/ada')).status, 200);
  assert.equal((await crawl('/author/ada', 'HEAD')).status, 200);
  for (const path of ['/robots.txt', '/healthz', '/readyz', '/metrics', '/desk/sign-in'])
    assert.equal((await crawl(path)).status, 200, path);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const call = requestWith('POST', '/api/mcp', 'application/json', ping);
  const called = await exchange(port, call.replace('Host:', `${BOT}\r\nHost:`));
  assert.equal(called.status, 200);
  assert.equal((await read('/author/bob')).status, 200);
  await release();
});

test('what a reader has had cached meanwhile is not computed again', async () => {
  const { port, read, crawlLater, release } = await startCrawled();
  const waiting = await crawlLater('/author/ada');
  for (let nth = 0; nth < 4; nth += 1) await read('/author/ada');
  const computed = async () => {
    const { body } = await exchange(port, request('GET', '/metrics'));
    return /duration_seconds_count\{[^}]*route="\/author\/:slug"[^}]*\} (\d+)/.exec(body)?.[1];
  };
  const before = await computed();
  await release();
  assert.equal((await waiting.answer).status, 200);
  assert.equal(await computed(), before);
});

test('a connection that ends with requests in wait holds nobody up', async () => {
  const { app, port, crawlLater, release } = await startCrawled();
  const seen = once(app.server, 'request');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const ask = (slug: string) =>
    request('GET', `/author/${slug}`, BOT).replace('Connection: close\r\n', '');
  socket.write(ask('ada') + ask('bob') + ask('cy'));
  const [{ socket: served }] = await seen;
  socket.destroy();
  await once(served, 'close');
  const { answer } = await crawlLater('/author/di');
  await release();
  assert.equal((await answer).status, 200);
  assert.deepEqual(await countsIn(port), { answered: 2, refused: 0 });
});

test('requests on one connection are answered in their order', async () => {
  const { app, port, release } = await startCrawled();
  const slugs = ['ada', 'bob', 'cy'];
  const last = request('GET', '/api/public/authors/di', BOT);
  const ahead = slugs.map((slug, at) =>
    request(at === 1 ? 'HEAD' : 'GET', `/api/public/authors/${slug}`, BOT).replace(
      'Connection: close\r\n',
      '',
    ),
  );
  const seen = once(app.server, 'request');
  const socket = connect(port, '127.0.0.1');
  const text = textOf(socket);
  socket.write([...ahead, last].join(''));
  await seen;
  await release();
  const answers = await text;
  assert.equal(answers.match(/HTTP\/1\.1 200 /g)?.length, 4);
  const named = [...answers.matchAll(/"slug":"(\w+)"/g)].map(([, slug]) => slug);
  assert.deepEqual(named, ['ada', 'cy', 'di']);
});

test('before the process ends, those that wait are answered', async () => {
  const { app, crawlLater, release } = await startCrawled();
  const waiting = [await crawlLater('/author/ada'), await crawlLater('/author/bob')];
  const closed = app.close();
  await release();
  await closed;
  for (const { answer } of waiting) assert.equal((await answer).status, 200);
});
