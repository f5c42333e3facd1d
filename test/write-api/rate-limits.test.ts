// How often a key may be used, what else the write API says to browsers, and which methods it takes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { addKey, addWriter, DRAFT, type Gate, startGate } from '../support/gate.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';

const MAX = 120;
const READS = 600;

interface From {
  remoteAddress: string;
  headers?: { [name: string]: string };
}

/** Read before the body is: a hundred of them take no time. */
const send = ({ app }: Gate, key: string, { headers, remoteAddress }: From, body = '{}') =>
  app.inject({
    method: 'POST',
    url: '/api/v1/pieces',
    remoteAddress,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    payload: body,
  });

const list = ({ app }: Gate, key: string, { remoteAddress, headers }: From) =>
  app.inject({
    url: '/api/v1/pieces/me',
    remoteAddress,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

const STRANGER: From = { remoteAddress: '203.0.113.7' };
const forwarded = (client: string): From => ({
  remoteAddress: '127.0.0.1',
  headers: { 'x-forwarded-for': client },
});

async function spend(gate: Gate, key: string, from: (at: number) => From): Promise<void> {
  for (let at = 0; at < MAX; at += 1) {
    const { statusCode, body } = await send(gate, key, from(at));
    assert.equal(statusCode, 400, body);
  }
}

const CASES: { name: string; settings?: { [name: string]: string }; from: (at: number) => From }[] =
  [
    { name: 'from one address', from: () => STRANGER },
    { name: 'from many addresses', from: (at) => ({ remoteAddress: `198.51.100.${at}` }) },
    {
      name: 'through a trusted proxy',
      settings: { TRUST_PROXY: '1' },
      from: (at) => forwarded(`198.51.100.${at}`),
    },
    {
      name: 'through a proxy that is not trusted',
      settings: { RATE_LIMIT_EXEMPT: '' },
      from: () => forwarded('203.0.113.7'),
    },
  ];

for (const kind of DATABASES_IN_FULL) {
  describe(`the limit of a key, on ${kind}`, () => {
    for (const { name, settings, from } of CASES) {
      test(`${MAX} a minute, ${name}`, async () => {
        const gate = await startGate(kind, settings);
        await addWriter(gate, 'ada');
        const key = (await addKey(gate, 'ada')).key;
        const other = (await addKey(gate, 'ada')).key;
        await spend(gate, key, from);
        const refused = await send(gate, key, from(MAX), JSON.stringify(DRAFT));
        assert.equal(refused.statusCode, 429, refused.body);
        (await judgeOf(gate.app)).assertFailure(JSON.parse(refused.body));
        assert.match(refused.body, /Retry-After/);
        assert.match(String(refused.headers['retry-after']), /^([1-9]|[1-5]\d|60)$/);
        assert.equal(refused.headers['ratelimit-limit'], String(MAX));
        assert.equal(refused.headers['ratelimit-remaining'], '0');
        assert.equal(refused.headers['cache-control'], 'no-store');
        // Another key is another count, even of the same writer from the same address.
        const answer = await send(gate, other, from(MAX), JSON.stringify(DRAFT));
        assert.equal(answer.statusCode, 201, answer.body);
        assert.equal(answer.headers['ratelimit-remaining'], String(MAX - 1));
      });
    }

    test('says what is left, of drafts and of reads, which have a limit of their own', async () => {
      const gate = await startGate(kind);
      await addWriter(gate, 'ada');
      const key = (await addKey(gate, 'ada')).key;
      const answers = [
        await send(gate, key, STRANGER, JSON.stringify(DRAFT)),
        await list(gate, key, STRANGER),
        await send(gate, key, STRANGER, '{'),
      ];
      assert.deepEqual(
        answers.map(({ statusCode, headers }) => [
          statusCode,
          headers['ratelimit-remaining'],
          headers['ratelimit-policy'],
        ]),
        [
          [201, '119', '"drafts";q=120;w=60'],
          [200, '599', '"reads";q=600;w=60'],
          [400, '118', '"drafts";q=120;w=60'],
        ],
      );
    });

    test('600 reads leave all drafts, 120 drafts leave all reads, and neither is the address’s', async () => {
      const gate = await startGate(kind);
      await addWriter(gate, 'ada');
      const [key, other] = [(await addKey(gate, 'ada')).key, (await addKey(gate, 'ada')).key];
      for (let at = 0; at < READS; at += 1) {
        assert.equal((await list(gate, key, STRANGER)).statusCode, 200);
      }
      const refused = await list(gate, key, STRANGER);
      assert.equal(refused.statusCode, 429, refused.body);
      assert.equal(refused.headers['ratelimit-policy'], '"reads";q=600;w=60');
      await spend(gate, key, () => STRANGER);
      assert.equal((await send(gate, key, STRANGER)).statusCode, 429);
      assert.equal((await list(gate, other, STRANGER)).statusCode, 200);
    });

    test('begins again after a minute', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-06-15T12:00:00Z') });
      const gate = await startGate(kind);
      await addWriter(gate, 'ada');
      const key = (await addKey(gate, 'ada')).key;
      await spend(gate, key, () => STRANGER);
      t.mock.timers.tick(59_000);
      assert.equal((await send(gate, key, STRANGER)).statusCode, 429);
      t.mock.timers.tick(1_000);
      assert.equal((await send(gate, key, STRANGER)).statusCode, 400);
    });

    test('holds up neither exempt networks, nor anyone where limits are off', async () => {
      for (const [settings, from] of [
        [{ RATE_LIMIT_EXEMPT: '127.0.0.1' }, { remoteAddress: '127.0.0.1' }],
        [{ RATE_LIMITS: 'off' }, STRANGER],
      ] as const) {
        const gate = await startGate(kind, settings);
        await addWriter(gate, 'ada');
        const key = (await addKey(gate, 'ada')).key;
        await spend(gate, key, () => from);
        assert.equal((await send(gate, key, from)).statusCode, 400);
      }
    });

    test('invalid keys are counted by IP address, and so are clients that try more', async () => {
      const gate = await startGate(kind);
      await addWriter(gate, 'ada');
      const { key } = await addKey(gate, 'ada');
      for (let at = 0; at < 600; at += 1) {
        const { statusCode } = await send(gate, `x${at}`, STRANGER);
        assert.equal(statusCode, 403);
      }
      const refused = await send(gate, 'x', STRANGER);
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['www-authenticate'], undefined);
      // After too many tries, even the right key is refused, so that a guesser learns nothing.
      assert.equal((await send(gate, key, STRANGER)).statusCode, 429);
      assert.equal((await send(gate, 'x', { remoteAddress: '203.0.113.8' })).statusCode, 403);
    });
  });

  describe(`the write API and browsers, on ${kind}`, async () => {
    const gate = await startGate(kind);
    await addWriter(gate, 'ada');
    const { key } = await addKey(gate, 'ada');
    const origin = 'https://reader.example';
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    const authorization = `Bearer ${key}`;
    const json = { 'content-type': 'application/json' };
    const REQUESTS = [
      { method: 'OPTIONS', url: '/api/v1/pieces', headers: preflight, status: 204 },
      { method: 'OPTIONS', url: '/api/v1/pieces/me', headers: preflight, status: 204 },
      { method: 'GET', url: '/api/v1/pieces/me', headers: { authorization, origin }, status: 200 },
      { method: 'GET', url: '/api/v1/pieces/me', headers: { origin }, status: 401 },
      {
        method: 'POST',
        url: '/api/v1/pieces',
        headers: { authorization, origin, ...json },
        payload: JSON.stringify(DRAFT),
        status: 201,
      },
      {
        method: 'POST',
        url: '/api/v1/pieces',
        headers: { authorization, origin, ...json },
        payload: '{}',
        status: 400,
      },
      {
        method: 'POST',
        url: '/api/v1/pieces',
        headers: { origin, ...json },
        payload: '{}',
        status: 401,
      },
      { method: 'GET', url: '/api/v1/nothing', headers: { authorization, origin }, status: 404 },
    ] as const;

    for (const { status, ...request } of REQUESTS) {
      test(`${request.method} ${request.url} (${status}) has no CORS header`, async () => {
        const { statusCode, headers, body } = await gate.app.inject(request);
        assert.equal(statusCode, status, body);
        const told = Object.keys(headers).filter((name) => /^access-control|^vary/.test(name));
        assert.deepEqual(told, []);
      });
    }

    for (const [url, allow] of [
      ['/api/v1/pieces', 'POST, OPTIONS'],
      ['/api/v1/me', 'GET, HEAD, OPTIONS'],
      ['/api/v1/pieces/a', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
      ['/api/v1/pieces/me', 'GET, HEAD, OPTIONS'],
    ] as const) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (allow.includes(method)) continue;
        test(`${method} ${url} is 405, with or without a key`, async () => {
          for (const headers of [{}, { authorization }]) {
            const answer = await gate.app.inject({ method, url, headers });
            assert.equal(answer.statusCode, 405, answer.body);
            assert.equal(answer.headers.allow, allow);
          }
        });
      }
    }
  });
}
