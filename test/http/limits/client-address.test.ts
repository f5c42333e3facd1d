// Who a client is behind proxies, however they write it; and that images and the desk are limited too.
// Counts are in memory, so one database will do.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { startService } from '../../support/service.ts';

const MAX = 600;

/** Refused without a look at the database, so that thousands of them take no time. */
const QUICK = '/api/public/pieces/nothing';

const VISITOR = '203.0.113.7';
const OTHER = '203.0.113.8';

type Peer = Pick<InjectOptions, 'remoteAddress' | 'headers'>;

const send = (app: FastifyInstance, peer: Peer, url = QUICK) => app.inject({ url, ...peer });

interface Case {
  name: string;
  settings: { [name: string]: string };
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
    name: 'a visitor is one IP address, whichever port the proxy notes beside it',
    settings: { TRUST_PROXY: '1' },
    peer: (at) => via('10.0.0.1', `${VISITOR}:${1024 + at}`),
    limited: true,
  },
  {
    name: 'the same with IPv6 in brackets, however it is written',
    settings: { TRUST_PROXY: '1' },
    peer: (at) =>
      via('10.0.0.1', at % 2 ? `[2001:DB8:0:1::${at}]:${1024 + at}` : '2001:db8:0:1::1'),
    limited: true,
  },
  {
    name: 'the same with IPv4 written as IPv6',
    settings: { TRUST_PROXY: '1' },
    peer: (at) => via('10.0.0.1', at % 2 ? `::ffff:${VISITOR}` : VISITOR),
    limited: true,
  },
  {
    name: 'many visitors with ports are not limited together',
    settings: { TRUST_PROXY: '1' },
    peer: (at) => via('10.0.0.1', `${each(at)}:5678`),
    limited: false,
  },
  {
    name: 'trusted proxies that note their ports are believed',
    settings: { TRUST_PROXY: '10.0.0.0/8, fd00::/8' },
    peer: (at) => via('10.0.0.1', `${each(at)}:5678, [fd00::2]:80, 10.0.0.2:443`),
    limited: false,
  },
  {
    name: 'what a visitor puts before trusted proxies does not count, with ports either',
    settings: { TRUST_PROXY: '10.0.0.0/8' },
    peer: (at) => via('10.0.0.1', `${each(at)}, ${VISITOR}:99, 10.0.0.2:443`),
    limited: true,
  },
  {
    name: 'words in place of an IP address are nobody’s: the proxy’s own counts',
    settings: { TRUST_PROXY: '1' },
    peer: (at) => via('10.0.0.1', `unknown-${at}`),
    limited: true,
  },
];

describe('the client behind proxies', () => {
  for (const { name, settings, peer, limited } of CASES) {
    test(name, async () => {
      const { app } = await startService('sqlite', settings);
      const sent = Array.from({ length: MAX }, (_, at) => send(app, peer(at)));
      for (const { statusCode, body } of await Promise.all(sent)) {
        assert.equal(statusCode, 404, body);
      }
      assert.equal((await send(app, peer(MAX))).statusCode, limited ? 429 : 404);
    });
  }
});

describe('reads that are not public', () => {
  for (const [url, type] of [
    ['/media/nothing.webp', /^application\/json/],
    ['/desk/nothing', /^text\/html/],
    ['/desk/edit/token', /^application\/json/],
  ] as const) {
    test(`${url} is limited too, by a count of its own surface`, async () => {
      const { app } = await startService('sqlite');
      const peer = { remoteAddress: VISITOR };
      const ask = () => send(app, peer, url);
      const answers = await Promise.all(Array.from({ length: MAX }, ask));
      for (const { statusCode } of answers) assert.notEqual(statusCode, 429);
      const { statusCode, headers } = await ask();
      assert.equal(statusCode, 429);
      assert.match(String(headers['content-type']), type);
      assert.ok(Number(headers['retry-after']) >= 1);
      assert.equal(
        (await send(app, { remoteAddress: OTHER }, url)).statusCode,
        answers[0]?.statusCode,
      );
      assert.equal((await send(app, peer)).statusCode, 404, 'reads count for themselves');
    });
  }
});
