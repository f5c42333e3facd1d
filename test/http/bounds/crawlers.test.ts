// CRAWLER_LIMIT: crawlers share a budget of the processor, and readers don't wait for them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ERRORS } from '../../../src/errors.ts';
import { BOUNDS } from '../../../src/schemas/limits.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES, type DatabaseKind } from '../../support/databases/databases.ts';
import { textOf } from '../../support/many-requests.ts';
import { exchange, listen, request, requestWith } from '../../support/raw-http.ts';
import { NOW, startService } from '../../support/service.ts';

const BOT = 'User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const CRAWLERS = { ...BOUNDS.crawlers, waitMs: 60_000, burstMs: 0 };
const WRITERS = ['ada', 'bob', 'cy', 'di', 'eve', 'flo'];

type Crawlers = Partial<typeof CRAWLERS>;

/** A service whose clock stands still: one request empties the budget, and nothing fills it again. */
async function startCrawled(
  t: TestContext,
  crawlers: Crawlers = {},
  environment: { [name: string]: string } = {},
  kind: DatabaseKind = 'sqlite',
) {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const bounds = { crawlers: { ...CRAWLERS, ...crawlers } };
  const given = { METRICS: 'on', ...environment };
  const { app, add } = await startService(kind, given, undefined, bounds);
  await add(...WRITERS.map((slug) => author(slug)), ...WRITERS.map((slug) => piece(slug)));
  app.get('/held', async () => {
    app.server.emit('begun');
    await once(app.server, 'release');
    return 'done';
  });
  const port = await listen(app);
  const read = (path: string, method = 'GET') => exchange(port, request(method, path));
  const crawl = (path: string, method = 'GET') => exchange(port, request(method, path, BOT));
  /** Sends it, and returns its response to come once the service has its request. */
  const crawlLater = async (path: string, method = 'GET') => {
    const seen = once(app.server, 'request');
    const answer = crawl(path, method);
    await seen;
    return { answer };
  };
  const spendAll = async () => assert.equal((await crawl('/api/public/authors/flo')).status, 200);
  return { app, port, read, crawl, crawlLater, spendAll };
}

/** Lets time pass until it is answered: nobody knows how much processor time was spent. */
async function passUntil<Answer>(t: TestContext, answer: Promise<Answer>): Promise<Answer> {
  let isHere = false;
  const noted = answer.then(() => {
    isHere = true;
  });
  while (!isHere) {
    t.mock.timers.tick(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await noted;
  return answer;
}

/** Round trips in which whatever may be answered is answered. */
async function lookAround(port: number): Promise<void> {
  for (let nth = 0; nth < 10; nth += 1) await exchange(port, request('GET', '/healthz'));
}

async function countsIn(port: number): Promise<{ [outcome: string]: number }> {
  const { body } = await exchange(port, request('GET', '/metrics'));
  const found = body.matchAll(/^http_crawler_requests_total\{outcome="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]));
}

for (const kind of DATABASES) {
  describe(`crawlers, on ${kind}`, () => {
    test('wait while their budget is empty, and readers pass them', async (t) => {
      const { port, read, crawlLater, spendAll } = await startCrawled(t, {}, {}, kind);
      await spendAll();
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
      await passUntil(t, Promise.all(crawled));
      assert.deepEqual(order.slice(4), ['crawler 200', 'crawler 200', 'crawler 200']);
      assert.deepEqual(await countsIn(port), { answered: 4, refused: 0 });
    });
  });
}

test('one request of crawlers at a time, readers beside it', async (t) => {
  const { app, port, crawl, read } = await startCrawled(t, { burstMs: 60_000 });
  const begun = once(app.server, 'begun');
  const first = crawl('/held');
  await begun;
  t.after(() => app.server.emit('release'));
  const order: string[] = [];
  const second = crawl('/author/ada').then(() => order.push('crawler'));
  order.push(`reader ${(await read('/author/ada')).status}`);
  await lookAround(port);
  assert.deepEqual(order, ['reader 200']);
  app.server.emit('release');
  assert.equal((await first).status, 200);
  await second;
  assert.deepEqual(order, ['reader 200', 'crawler']);
});

test('beyond the bound they are refused, and there is room when Retry-After says', async (t) => {
  const { port, crawl, crawlLater, spendAll } = await startCrawled(t, { waiting: 2 });
  await spendAll();
  const waiting = [await crawlLater('/author/ada'), await crawlLater('/author/bob')];
  const refused = await crawl('/api/public/authors/cy');
  assert.equal(refused.status, 429);
  assert.equal(JSON.parse(refused.body).reason, ERRORS.crawler_limit.reason);
  assert.equal(refused.headers['access-control-allow-origin'], '*');
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(refused.headers['retry-after']));
  const page = await crawl('/author/cy');
  assert.equal(page.status, 429);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(String(page.headers['retry-after']), /^[1-9]\d*$/);
  assert.deepEqual(await countsIn(port), { answered: 1, refused: 2 });
  t.mock.timers.tick(seconds * 1_000);
  const [first, second] = waiting;
  assert.equal((await first?.answer)?.status, 200);
  const again = await crawlLater('/api/public/authors/cy');
  assert.equal((await passUntil(t, again.answer)).status, 200);
  assert.equal((await second?.answer)?.status, 200);
});

test('whoever would wait for too long is refused', async (t) => {
  const { crawl, spendAll } = await startCrawled(t, { waitMs: 20 });
  await spendAll();
  const { status, headers } = await crawl('/author/ada');
  assert.equal(status, 429);
  assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
});

test('what is cached, and what is no crawling, waits for nothing', async (t) => {
  const { port, read, crawl } = await startCrawled(t, { waiting: 0 });
  for (let nth = 0; nth < 4; nth += 1) await read('/author/ada');
  // With room for nobody to wait, every turn is refused.
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
});

test('what is in the file has its turn, also where the crawler has it already', async (t) => {
  const { app, port, read, crawl } = await startCrawled(t, { waiting: 0 });
  // The router's answer teaches how the next begins, which nobody has asked for before.
  await read('/author/ada');
  const path = '/author/bob';
  const { headers } = await read(path);
  while (app.responseCache.fromFile(path, 'identity') === undefined) await setImmediate();
  assert.equal(app.responseCache.get(path, 'identity'), undefined);
  assert.equal((await crawl(path)).status, 429);
  const known = request('GET', path, BOT, `If-None-Match: ${headers['etag']}`);
  assert.equal((await exchange(port, known)).status, 429);
  assert.equal((await exchange(port, known.replace(`${BOT}\r\n`, ''))).status, 304);
});

test('those in the file have their turns together, one after the other', async (t) => {
  const { app, port, read, crawlLater, spendAll } = await startCrawled(t);
  await read('/author/ada');
  const paths = ['bob', 'cy', 'di', 'eve'].map((slug) => `/author/${slug}`);
  for (const path of paths) {
    await read(path);
    while (app.responseCache.fromFile(path, 'identity') === undefined) await setImmediate();
  }
  await spendAll();
  const answers = [];
  for (const path of paths) answers.push((await crawlLater(path)).answer);
  await lookAround(port);
  const all = await passUntil(t, Promise.all(answers));
  assert.deepEqual(
    all.map(({ status, body }, nth) => [status, body.includes(paths[nth] ?? '')]),
    paths.map(() => [200, true]),
  );
  assert.deepEqual(await countsIn(port), { answered: 5, refused: 0 });
});

test('what a reader has had cached meanwhile is not computed again', async (t) => {
  const { port, read, crawlLater, spendAll } = await startCrawled(t);
  await spendAll();
  const waiting = await crawlLater('/author/ada');
  for (let nth = 0; nth < 4; nth += 1) await read('/author/ada');
  const computed = async () => {
    const { body } = await exchange(port, request('GET', '/metrics'));
    return /duration_seconds_count\{[^}]*route="\/author\/:slug"[^}]*\} (\d+)/.exec(body)?.[1];
  };
  const before = await computed();
  assert.equal((await passUntil(t, waiting.answer)).status, 200);
  assert.equal(await computed(), before);
});

test('a client that has gone takes no turn', async (t) => {
  const { app, port, crawlLater, spendAll } = await startCrawled(t, { waiting: 1 });
  await spendAll();
  const seen = once(app.server, 'request');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(request('GET', '/author/ada', BOT));
  const [{ socket: served }] = await seen;
  socket.destroy();
  await once(served, 'close');
  // There is room for one to wait, and it is free again.
  const next = await crawlLater('/author/bob');
  assert.equal((await passUntil(t, next.answer)).status, 200);
  assert.deepEqual(await countsIn(port), { answered: 2, refused: 0 });
});

test('requests on one connection are answered in their order', async (t) => {
  const { app, port, spendAll } = await startCrawled(t);
  await spendAll();
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
  const answers = await passUntil(t, text);
  assert.equal(answers.match(/HTTP\/1\.1 200 /g)?.length, 4);
  const named = [...answers.matchAll(/"slug":"(\w+)"/g)].map(([, slug]) => slug);
  assert.deepEqual(named, ['ada', 'cy', 'di']);
});

test('a connection that ends with requests in wait holds nobody up', async (t) => {
  const { app, port, crawlLater, spendAll } = await startCrawled(t);
  await spendAll();
  const seen = once(app.server, 'request');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const ask = (slug: string) =>
    request('GET', `/author/${slug}`, BOT).replace('Connection: close\r\n', '');
  socket.write(ask('ada') + ask('bob') + ask('cy'));
  const [{ socket: served }] = await seen;
  socket.destroy();
  await once(served, 'close');
  const { answer } = await crawlLater('/author/di');
  assert.equal((await passUntil(t, answer)).status, 200);
  assert.deepEqual(await countsIn(port), { answered: 2, refused: 0 });
});

test('before the process ends, whoever waits is answered', async (t) => {
  const { app, crawlLater, spendAll } = await startCrawled(t);
  await spendAll();
  const waiting = [await crawlLater('/author/ada'), await crawlLater('/author/bob')];
  await app.close();
  for (const { answer } of waiting) assert.equal((await answer).status, 200);
});

test('without a limit they are clients like any other', async (t) => {
  const { port, crawl } = await startCrawled(t, { waiting: 0 }, { CRAWLER_LIMIT: '0' });
  for (const slug of WRITERS) assert.equal((await crawl(`/author/${slug}`)).status, 200);
  assert.deepEqual(await countsIn(port), {});
});
