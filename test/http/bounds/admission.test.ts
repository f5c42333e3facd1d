// Admission: a number of requests run, a number wait, and all others are refused with Retry-After.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { Admission } from '../../../src/http/bounds/admission.ts';
import { BOUNDS } from '../../../src/http/bounds/bounds.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { someOf } from '../../support/full.ts';
import { type Answer, countsOf, pipelined } from '../../support/many-requests.ts';
import { exchange, listen, request, requestWith } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

const NOW = () => new Date('2026-06-15T12:00:00.000Z');
const ONE = { atOnce: 1, waiting: 0, waitMs: 0 };

const nobody = (many: number) =>
  Array.from({ length: many }, (_, at) => `/api/public/authors/nobody-${at}`);

function assertRefusals(answers: Answer[]): void {
  for (const { status, retryAfter, head } of answers.filter((each) => each.status === 503)) {
    assert.match(String(retryAfter), /^[1-9]\d*$/, `${status} without Retry-After`);
    assert.match(head, /^access-control-allow-origin: \*/im);
    assert.match(head, /^x-content-type-options: nosniff/im);
  }
}

for (const kind of DATABASES_IN_FULL) {
  describe(`admission, on ${kind}`, async () => {
    const queues = {
      ...BOUNDS.queues,
      read: { atOnce: 1, waiting: 2, waitMs: 2_000 },
      search: ONE,
      tool: ONE,
    };
    const { app, add } = await startService(kind, {}, NOW, { queues });
    await add(author('ada'), piece('ada'));
    const port = await listen(app);

    test('one is answered, two wait for their turn, and the others are refused', async () => {
      const answers = await pipelined(port, nobody(6));
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses, [404, 404, 404, 503, 503, 503]);
      assertRefusals(answers);
    });

    test('a page is refused with a page', async () => {
      const answers = await pipelined(port, [...nobody(3), '/author/ada']);
      const refused = answers.at(-1);
      assert.equal(refused?.status, 503);
      assert.match(String(refused?.head), /^content-type: text\/html/im);
      assert.match(String(refused?.retryAfter), /^[1-9]\d*$/);
    });

    test('a search beyond the bound says that searches are waiting', async () => {
      const paths = [1, 2, 3].map((nth) => `/api/public/pieces/search?q=word${nth}`);
      const answers = await pipelined(port, paths);
      assert.deepEqual(countsOf(answers), { 200: 1, 503: 2 });
      assertRefusals(answers);
      assert.match(String(answers.at(-1)?.body), /Too many searches/);
    });

    test('health and sign-in answer while reads are refused', async () => {
      const answers = await pipelined(port, [...nobody(4), '/healthz', '/readyz', '/desk/sign-in']);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 404, 404, 503, 200, 200, 200],
      );
    });

    test('another spelling of a URL is the same kind of request', async () => {
      const spelt = ['/api/public/pieces/s%65arch?q=one', '/api/public/pieces/search?q=two'];
      assert.deepEqual(countsOf(await pipelined(port, spelt)), { 200: 1, 503: 1 });
    });

    test('a tool call beyond the bound is refused as tool calls are', async () => {
      const call = (nth: number) => {
        const params = { name: 'get_author', arguments: { slug: `nobody-${nth}` } };
        const message = { jsonrpc: '2.0', id: nth, method: 'tools/call', params };
        return requestWith('POST', '/api/mcp', 'application/json', JSON.stringify(message));
      };
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => exchange(port, call(nth))),
      );
      for (const { status, headers, body } of answers) {
        assert.ok(status === 200 || status === 503);
        if (status === 503) assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
        assert.equal(JSON.parse(body).jsonrpc, '2.0');
      }
      assert.equal((await exchange(port, call(9))).status, 200);
    });

    test('the bound is free again afterwards', async () => {
      for (let nth = 0; nth < 5; nth += 1) {
        assert.deepEqual(countsOf(await pipelined(port, nobody(3))), { 404: 3 });
      }
    });
  });
}

describe('a connection that sends 1,000 requests in advance', async () => {
  const { app, add } = await startService('sqlite');
  await add(author('ada'));
  const port = await listen(app);
  const cached = '/api/public/authors/ada';
  await exchange(port, request('GET', cached));

  for (const [kind, paths, status] of [
    ['cached', Array.from({ length: 1_000 }, () => cached), 200],
    ['uncached', nobody(1_000), 404],
  ] as const) {
    test(`gets an answer or a refusal to each, and others are answered: ${kind}`, async () => {
      const asked = pipelined(port, [...paths]);
      assert.equal((await exchange(port, request('GET', '/healthz'))).status, 200);
      const answers = await asked;
      assert.equal(answers.length, paths.length);
      assertRefusals(answers);
      const others = answers.filter((answer) => answer.status !== 503);
      assert.deepEqual(new Set(others.map((answer) => answer.status)), new Set([status]));
    });
  }
});

/** How a long response gets into memory, and the size of the cache for that. */
const LONG_RESPONSES = {
  'the router': '0',
  'the fast path': '0',
  'another request': '1',
  'the cache': '512',
};

for (const [by, CACHE_MB] of someOf(Object.entries(LONG_RESPONSES), 2))
  test(`while a client does not take what it has from ${by}, no more is put in memory`, async () => {
    const queues = { ...BOUNDS.queues, read: { ...BOUNDS.queues.read, waitMs: 50 } };
    const bounds = { outgoingBytes: 5_000_000, queues };
    const { app, add } = await startService('sqlite', { CACHE_MB }, NOW, bounds);
    const long = { body_md: 'A long body. '.repeat(7_500) };
    await add(author('ada'), ...Array.from({ length: 30 }, () => piece('ada', long)));
    const port = await listen(app);
    const feed = () => exchange(port, request('GET', '/feed.json'));
    // The first response of a route is the router's, and the second the cache's if it is on.
    if (by === 'the fast path' || by === 'the cache') await feed();
    const other = by === 'another request' ? feed() : undefined;
    if (other) await once(app.server, 'request');
    const deaf = connect(port, '127.0.0.1').pause();
    deaf.write('GET /feed.json HTTP/1.1\r\nHost: press.example\r\n\r\n');
    await once(app.server, 'request');
    await other;
    let asked = 0;
    const ask = () => exchange(port, request('GET', `/api/public/authors/ada?asked=${asked++}`));
    let answer = await ask();
    for (let nth = 0; nth < 1_000 && answer.status === 200; nth += 1) answer = await ask();
    assert.equal(answer.status, 503);
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
    assert.equal((await exchange(port, request('GET', '/desk/sign-in'))).status, 200);
    deaf.destroy();
    while (answer.status === 503) answer = await ask();
    assert.equal(answer.status, 200);
  });

test('a tool call whose client has gone keeps its turn until its work has ended', async () => {
  const queues = { ...BOUNDS.queues, tool: { atOnce: 1, waiting: 0, waitMs: 1_000 } };
  const admission = new Admission({ ...BOUNDS, queues });
  const client = { destroyed: false };
  const work = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const first = admission.inToolTurn(client, () => {
    begun.resolve();
    return work.promise;
  });
  await begun.promise;
  client.destroyed = true;
  const next = () => admission.inToolTurn({ destroyed: false }, async () => 'done');
  await assert.rejects(next(), { code: 'overloaded' });
  work.resolve('late');
  assert.equal(await first, 'late');
  assert.equal(await next(), 'done');
  await assert.rejects(admission.inToolTurn({ destroyed: true }, next), { code: 'overloaded' });
  assert.equal(await next(), 'done');
});
