// Admission: so many at once, so many in wait, and everything beyond is refused with Retry-After.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { Problem } from '../../../src/errors.ts';
import { Admission } from '../../../src/http/bounds/admission.ts';
import { BOUNDS } from '../../../src/schemas/limits.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
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
    const kinds = {
      ...BOUNDS.kinds,
      read: { atOnce: 1, waiting: 2, waitMs: 2_000 },
      search: ONE,
      tool: ONE,
    };
    const { app, add } = await startService(kind, {}, NOW, { kinds });
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

describe('a connection that sends requests in advance', async () => {
  const { app, add } = await startService('sqlite');
  await add(author('ada'));
  const port = await listen(app);
  const cached = '/api/public/authors/ada';
  await exchange(port, request('GET', cached));
  // The first one is not in advance of any.
  const most = 1 + BOUNDS.pipelined;

  for (const [kind, paths, status] of [
    ['cached', Array.from({ length: 3_000 }, () => cached), 200],
    ['uncached', nobody(3_000), 404],
  ] as const) {
    test(`is told so when there are too many, and closed: ${kind}`, async () => {
      let seen = 0;
      app.server.on('request', () => {
        seen += 1;
      });
      const answers = await pipelined(port, [...paths]);
      assertRefusals(answers);
      const before = answers.slice(0, -1).map((each) => each.status);
      assert.deepEqual(new Set(before), new Set(before.length > 0 ? [status] : []));
      assert.equal(answers.at(-1)?.status, 503);
      assert.match(String(answers.at(-1)?.head), /^connection: close/im);
      // What had arrived with them is parsed, and nothing more.
      assert.ok(seen < paths.length / 2, `${seen} were read`);
      assert.equal((await exchange(port, request('GET', '/healthz'))).status, 200);
    });
  }

  test('gets all of them where they are few', async () => {
    const answers = await pipelined(
      port,
      Array.from({ length: most }, () => cached),
    );
    assert.deepEqual(countsOf(answers), { 200: most });
  });
});

test('one network that sends bodies slowly takes no turns from others', async () => {
  const bounds = { bodiesOfOne: 3 };
  const { app } = await startService('sqlite', { TRUST_PROXY: 'loopback' }, NOW, bounds);
  const port = await listen(app);
  const from = (network: string) => `X-Forwarded-For: ${network}`;
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: press.example\r\n${from('203.0.113.7')}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  const sockets = ['/api/mcp', '/desk/sign-in', '/api/mcp'].map((path) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(head(path));
    return socket;
  });
  for (let seen = 0; seen < sockets.length; seen += 1) await once(app.server, 'request');
  const ping = (network: string) =>
    exchange(
      port,
      requestWith(
        'POST',
        '/api/mcp',
        'application/json',
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      ).replace('Host:', `${from(network)}\r\nHost:`),
    );
  assert.equal((await ping('203.0.113.7')).status, 503);
  assert.equal((await ping('203.0.113.8')).status, 200);
  for (const socket of sockets) socket.destroy();
  let answer = await ping('203.0.113.7');
  while (answer.status === 503) answer = await ping('203.0.113.7');
  assert.equal(answer.status, 200);
});

test('refusals are paced, whoever refuses', async () => {
  const refusals = { perTick: 2, tickMs: 60_000, holdMs: 60_000 };
  const { app } = await startService('sqlite', {}, NOW, { refusals });
  let refused = 0;
  app.get('/busy', () => {
    refused += 1;
    throw new Problem('search_busy');
  });
  const port = await listen(app);
  const statuses: number[] = [];
  const answered = Array.from({ length: 20 }, async () => {
    const { status } = await exchange(port, request('GET', '/busy'));
    statuses.push(status);
  });
  while (refused < 20 || statuses.length < 2) await exchange(port, request('GET', '/healthz'));
  for (let nth = 0; nth < 20; nth += 1) await exchange(port, request('GET', '/healthz'));
  assert.deepEqual(statuses, [503, 503]);
  // Before the process ends, nobody is left waiting.
  await Promise.all([app.close(), ...answered]);
  assert.deepEqual(new Set(statuses), new Set([503]));
});

/** How a long response gets into memory, and the size of the cache for that. */
const LONG_RESPONSES = {
  'the router': '0',
  'the fast path': '0',
  'another request': '1',
  'the cache': '512',
};

for (const [by, CACHE_MB] of Object.entries(LONG_RESPONSES))
  test(`while a client does not take what it has from ${by}, no more is put in memory`, async () => {
    const kinds = { ...BOUNDS.kinds, read: { ...BOUNDS.kinds.read, waitMs: 50 } };
    const bounds = { outgoingBytes: 5_000_000, kinds };
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
  const kinds = { ...BOUNDS.kinds, tool: { atOnce: 1, waiting: 0, waitMs: 1_000 } };
  const admission = new Admission({ ...BOUNDS, kinds }, () => 'network', 0);
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
