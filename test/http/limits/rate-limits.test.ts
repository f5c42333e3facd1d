// How many requests an address may send, who counts as one address, and who is not limited.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { author, piece } from '../../support/archive/records.ts';
import { SQLITE_OR_BOTH } from '../../support/databases/databases.ts';
import { someOf } from '../../support/full.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import { startService } from '../../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const MAX = 600;

/** Refused without a look at the database, so that thousands of them take no time. */
const QUICK = '/api/public/pieces/nothing';

const READS = [
  '/api/public/authors/ada',
  '/api/public/authors/search?q=ada',
  `/api/public/pieces/${ID}`,
  '/api/public/pieces/recent',
  '/api/public/pieces/search?q=headline',
];

const VISITOR = '203.0.113.7';
const OTHER = '203.0.113.8';

type Peer = Pick<InjectOptions, 'remoteAddress' | 'headers'>;

const send = (app: FastifyInstance, peer: Peer, url = QUICK) => app.inject({ url, ...peer });

async function spend(app: FastifyInstance, count: number, peer: (at: number) => Peer) {
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => send(app, peer(at))));
  for (const { statusCode, body } of answers) assert.equal(statusCode, 404, body);
}

interface Case {
  name: string;
  settings?: { [name: string]: string };
  peer: (at: number) => Peer;
  limited: boolean;
}

const via = (remoteAddress: string, forwarded: string) => ({
  remoteAddress,
  headers: { 'x-forwarded-for': forwarded },
});

const each = (at: number) => `198.51.${at >> 8}.${at & 255}`;

const CASES: Case[] = [
  {
    name: 'one visitor is limited',
    peer: () => ({ remoteAddress: VISITOR }),
    limited: true,
  },
  {
    name: 'a visitor who claims to be forwarded is limited by the true address',
    peer: (at) => via(VISITOR, each(at)),
    limited: true,
  },
  {
    name: 'many visitors are not limited together',
    peer: (at) => ({ remoteAddress: each(at) }),
    limited: false,
  },
  ...['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'].map((remoteAddress) => ({
    name: `this machine at ${remoteAddress} is limited`,
    peer: () => ({ remoteAddress }),
    limited: true,
  })),
  ...['127.0.0.1', '::1', '::ffff:127.0.0.1', VISITOR].map((remoteAddress) => ({
    name: `${remoteAddress} is not limited where RATE_LIMIT_EXEMPT names its network`,
    settings: { RATE_LIMIT_EXEMPT: '127.0.0.0/8, ::1,203.0.113.0/24' },
    peer: () => ({ remoteAddress }),
    limited: false,
  })),
  {
    name: 'an address is exempt in the form of IPv6 too',
    settings: { RATE_LIMIT_EXEMPT: '::ffff:127.0.0.1' },
    peer: () => ({ remoteAddress: '127.0.0.1' }),
    limited: false,
  },
  {
    name: 'a visitor behind an exempt proxy that is trusted is limited',
    settings: { RATE_LIMIT_EXEMPT: '127.0.0.0/8', TRUST_PROXY: '1' },
    peer: () => via('127.0.0.1', VISITOR),
    limited: true,
  },
  {
    name: 'a visitor who claims to be exempt is limited',
    settings: { RATE_LIMIT_EXEMPT: '127.0.0.0/8' },
    peer: () => via(VISITOR, '127.0.0.1'),
    limited: true,
  },
  {
    name: 'a proxy that is not trusted is limited as one address, whoever is behind it',
    peer: (at) => via('127.0.0.1', each(at)),
    limited: true,
  },
  {
    name: 'the same with the standard header',
    peer: (at) => ({ remoteAddress: '127.0.0.1', headers: { forwarded: `for=${each(at)}` } }),
    limited: true,
  },
  {
    name: 'a visitor behind a trusted proxy is limited',
    settings: { TRUST_PROXY: '1' },
    peer: () => via('127.0.0.1', VISITOR),
    limited: true,
  },
  {
    name: 'many visitors behind a trusted proxy are not limited together',
    settings: { TRUST_PROXY: '1' },
    peer: (at) => via('10.0.0.1', each(at)),
    limited: false,
  },
  {
    name: 'a visitor who claims to be this machine, behind a trusted proxy, is limited',
    settings: { TRUST_PROXY: '1' },
    peer: () => via('127.0.0.1', '127.0.0.1'),
    limited: true,
  },
  {
    name: 'this machine without a header is limited where a proxy is trusted',
    settings: { TRUST_PROXY: '1' },
    peer: () => ({ remoteAddress: '127.0.0.1' }),
    limited: true,
  },
  {
    name: 'with one trusted hop, what a visitor puts before it does not count',
    settings: { TRUST_PROXY: '1' },
    peer: (at) => via('10.0.0.1', `${each(at)}, ${VISITOR}`),
    limited: true,
  },
  {
    name: 'a proxy that is not among the trusted addresses is limited by its own',
    settings: { TRUST_PROXY: '10.0.0.1, 10.0.1.0/24' },
    peer: (at) => via('10.0.2.1', each(at)),
    limited: true,
  },
  {
    name: 'a proxy that is among the trusted addresses is believed',
    settings: { TRUST_PROXY: '10.0.0.1, 10.0.1.0/24' },
    peer: (at) => via('10.0.1.9', each(at)),
    limited: false,
  },
  {
    name: 'RATE_LIMITS=off limits nobody',
    settings: { RATE_LIMITS: 'off' },
    peer: () => ({ remoteAddress: VISITOR }),
    limited: false,
  },
];

test('people are told in words when to come back, once, at the site and at the desk', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-06-15T12:00:00Z') });
  const { app } = await startService('sqlite');
  const peer = { remoteAddress: VISITOR };
  await spend(app, MAX, () => peer);
  await Promise.all(Array.from({ length: MAX }, () => send(app, peer, '/desk/nothing')));
  for (const [seconds, words] of [
    [11, 'Try again in 49 seconds.'],
    [48, 'Try again in 1 second.'],
  ] as const) {
    t.mock.timers.tick(seconds * 1000);
    for (const url of ['/', '/desk/sign-in']) {
      const { statusCode, body } = await send(app, peer, url);
      assert.equal(statusCode, 429, url);
      const main = body.slice(body.indexOf('<main'));
      assert.equal(main.split('Too many requests').length, 2, main);
      assert.ok(main.includes(words), main);
      assert.doesNotMatch(body, /Retry-After/);
    }
  }
});

for (const kind of SQLITE_OR_BOTH) {
  describe(`rate limits, on ${kind}`, () => {
    for (const { name, settings = {}, peer, limited } of someOf(CASES, 4)) {
      test(name, async () => {
        const { app } = await startService(kind, { RATE_LIMIT_EXEMPT: '', ...settings });
        await spend(app, MAX, peer);
        const { statusCode } = await send(app, peer(MAX));
        assert.equal(statusCode, limited ? 429 : 404);
      });
    }

    test('all reads count together, and each answer says what is left', async () => {
      const { app, add } = await startService(kind);
      await add(author('ada'), piece('ada', { id: ID }));
      const peer = { remoteAddress: VISITOR };
      for (const [at, url] of READS.entries()) {
        const { statusCode, headers } = await send(app, peer, url);
        assert.equal(statusCode, 200);
        assert.equal(headers['ratelimit-limit'], String(MAX));
        assert.equal(headers['ratelimit-remaining'], String(MAX - 1 - at));
        const reset = Number(headers['ratelimit-reset']);
        assert.ok(reset >= 1 && reset <= 60, String(reset));
        assert.equal(headers['retry-after'], undefined);
      }
      await spend(app, MAX - READS.length, () => peer);
      for (const url of READS) assert.equal((await send(app, peer, url)).statusCode, 429, url);
    });

    test('readers who have used up their reads leave others the sign-in and their apps', async () => {
      const { app } = await startService(kind);
      const peer = { remoteAddress: VISITOR };
      await spend(app, MAX, () => peer);
      for (const url of ['/desk/sign-in', '/oauth/token', '/oauth/register']) {
        const { statusCode } = await app.inject({
          ...{ method: 'POST', url, ...peer },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'email=a&password=b',
        });
        assert.notEqual(statusCode, 429, url);
      }
    });

    test('one too many is told when to come back, in the error body, to browsers too', async () => {
      const { app } = await startService(kind);
      const peer = { remoteAddress: VISITOR, headers: { origin: 'https://reader.example' } };
      await spend(app, MAX, () => peer);
      const { statusCode, headers, body } = await send(app, peer);
      assert.equal(statusCode, 429);
      const judge = await judgeOf(app);
      judge.assertFailure(JSON.parse(body));
      assert.match(body, /"ok":false,"reason":"[^"]*Retry-After/);
      const wait = Number(headers['retry-after']);
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, String(wait));
      assert.equal(headers['ratelimit-limit'], String(MAX));
      assert.equal(headers['ratelimit-remaining'], '0');
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.match(String(headers['access-control-expose-headers']), /retry-after.*ratelimit/i);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    });

    test('a limited visitor takes nothing from another, nor from the checks of health', async () => {
      const { app } = await startService(kind);
      await spend(app, MAX, () => ({ remoteAddress: VISITOR }));
      assert.equal((await send(app, { remoteAddress: VISITOR })).statusCode, 429);
      assert.equal((await send(app, { remoteAddress: OTHER })).statusCode, 404);
      for (const url of ['/healthz', '/readyz']) {
        assert.equal((await send(app, { remoteAddress: VISITOR }, url)).statusCode, 200);
      }
    });

    test('after a minute the window starts again, and not before', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-06-15T12:00:00Z') });
      const { app } = await startService(kind);
      const peer = { remoteAddress: VISITOR };
      await spend(app, MAX, () => peer);
      t.mock.timers.tick(59_000);
      const { statusCode, headers } = await send(app, peer);
      assert.equal(statusCode, 429);
      assert.equal(headers['retry-after'], '1');
      t.mock.timers.tick(1_000);
      const fresh = await send(app, peer);
      assert.equal(fresh.statusCode, 404);
      assert.equal(fresh.headers['ratelimit-remaining'], String(MAX - 1));
    });

    test('who is not limited is told of no limit', async () => {
      const { app } = await startService(kind);
      const unlimited = await startService(kind, { RATE_LIMITS: 'off' });
      const answers = [
        await send(app, { remoteAddress: '127.0.0.1' }),
        await send(unlimited.app, { remoteAddress: VISITOR }),
      ];
      for (const { headers } of answers) {
        const told = Object.keys(headers).filter((name) => /ratelimit|retry/.test(name));
        assert.deepEqual(told, []);
      }
    });
  });
}
