// Receivers that misbehave: none holds up another, and each ends as one that failed or one that took it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { after, describe, test } from 'node:test';

import type { Context } from '../../src/operations/operation.ts';
import { listenAt } from '../outbound/listeners.ts';
import { deliverDue } from '../support/due-jobs.ts';
import { addWriter, startGate } from '../support/gate.ts';
import { addDue, addWebhook } from './outbox-rows.ts';
import { SETTINGS } from './world.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

/** Writes the text again and again while the connection is open. */
function repeat(socket: Socket, text: string, ms: number): void {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
}

/** Sends these bytes in answer to any request; then `then` ends the connection, or it stays open. */
const sending =
  (bytes: string, then: (socket: Socket) => void = () => {}) =>
  (socket: Socket) =>
    void socket.once('data', () => socket.write(bytes, () => then(socket)));

interface Hostile {
  name: string;
  behave: (socket: Socket) => void;
  state: 'due' | 'delivered' | 'failed';
  says: RegExp;
}

/** U+202E, which turns the direction of what follows, as UTF-8 in Latin letters. */
const BACKWARDS = '\xe2\x80\xae';
const UNPRINTABLE = /[^\P{C}\n]/u;
const HUNDRED_MB = 100 * 1024 * 1024;

const HOSTILE: Hostile[] = [
  { name: 'never answers', behave: () => {}, state: 'due', says: /did not respond in time/ },
  {
    name: 'drips its headers',
    behave: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      repeat(socket, 'x: y\r\n', 200);
    },
    state: 'due',
    says: /did not respond in time/,
  },
  {
    name: 'drips its body',
    behave: (socket) => {
      socket.write(`${HEAD}\r\n`);
      repeat(socket, 'x', 200);
    },
    state: 'delivered',
    says: /^null$/,
  },
  {
    name: 'resets',
    behave: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    state: 'due',
    says: /failed or was interrupted/,
  },
  {
    name: 'hangs up',
    behave: (socket) => void socket.once('data', () => socket.end()),
    state: 'due',
    says: /failed or was interrupted/,
  },
  {
    name: 'speaks something else',
    behave: (socket) => void socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')),
    state: 'due',
    says: /failed or was interrupted/,
  },
  {
    name: 'answers with 100 MB',
    behave: (socket) =>
      void socket.once('data', () => {
        socket.write(`${HEAD}Content-Length: ${HUNDRED_MB}\r\n\r\n`);
        const pour = () => socket.writable && socket.write('x'.repeat(65_536), pour);
        pour();
      }),
    state: 'delivered',
    says: /^null$/,
  },
  {
    name: 'answers without an end, in chunks',
    behave: (socket) =>
      void socket.once('data', () => {
        socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
        const pour = () => socket.writable && socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`, pour);
        pour();
      }),
    state: 'delivered',
    says: /^null$/,
  },
  {
    name: 'resets amid its headers',
    behave: sending('HTTP/1.1 200 OK\r\nContent-Le', (socket) => socket.resetAndDestroy()),
    state: 'due',
    says: /failed or was interrupted/,
  },
  {
    name: 'resets amid its body',
    behave: sending(`${HEAD}Content-Length: 10\r\n\r\nhalf`, (socket) => socket.resetAndDestroy()),
    state: 'delivered',
    says: /^null$/,
  },
  {
    name: 'says to continue, then takes it',
    behave: sending(`HTTP/1.1 100 Continue\r\n\r\n${HEAD}Content-Length: 0\r\n\r\n`),
    state: 'delivered',
    says: /^null$/,
  },
  {
    name: 'says to continue for ever',
    behave: (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 200),
    state: 'due',
    says: /did not respond in time/,
  },
  {
    name: 'switches to another protocol',
    behave: sending('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nx'),
    state: 'due',
    says: /failed or was interrupted/,
  },
  {
    name: 'keeps the connection open and goes on talking',
    behave: sending(`HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n${HEAD}\r\nand more`),
    state: 'delivered',
    says: /^null$/,
  },
  {
    name: 'answers before it is asked',
    behave: (socket) => void socket.write(`${HEAD}Content-Length: 0\r\n\r\n`),
    state: 'delivered',
    says: /^null$/,
  },
  {
    name: 'has a megabyte of headers',
    behave: sending(`${HEAD}x: ${'y'.repeat(1_000_000)}\r\n\r\n`),
    state: 'due',
    says: /failed or was interrupted/,
  },
  {
    name: 'gives two lengths',
    behave: sending(`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
    state: 'due',
    says: /failed or was interrupted/,
  },
  ...[302, 303, 307, 308].map((status) => ({
    name: `redirects with ${status}`,
    behave: sending(
      `HTTP/1.1 ${status} Go\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n`,
    ),
    state: 'due' as const,
    says: /redirects are not followed/,
  })),
  ...[199, 304, 400, 404, 418, 600, 999].map((status) => ({
    name: `answers with ${status}`,
    behave: sending(`HTTP/1.1 ${status} So\r\nContent-Length: 0\r\n\r\n`),
    state: 'due' as const,
    says: status === 199 ? /did not respond in time/ : /^null$/,
  })),
  {
    name: 'answers with zeros and broken letters',
    behave: (socket) =>
      void socket.once('data', () =>
        socket.end(
          Buffer.from(`${HEAD}Content-Length: 7\r\n\r\n\0\x1b\x07\xff${BACKWARDS}`, 'latin1'),
        ),
      ),
    state: 'delivered',
    says: /^null$/,
  },
];

async function addReceiver(context: Context, accountId: string, url: string): Promise<string> {
  await addWebhook(context, accountId, url);
  const [id = ''] = await addDue(context, [accountId], 1);
  return id;
}

async function startBadTls(): Promise<number> {
  const tls = (name: string) =>
    readFile(new URL(`../support/processes/tls/${name}`, import.meta.url));
  const options = { cert: await tls('certificate.pem'), key: await tls('key.pem') };
  const server = createTlsServer(options, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

// PostgreSQL is the stricter of the two about what a text may hold.
describe('hostile receivers', async () => {
  const gate = await startGate('postgres', SETTINGS);
  const { context } = gate;
  const cases = new Map<string, string>();
  for (const [at, { name, behave }] of HOSTILE.entries()) {
    const { port } = await listenAt({ host: '127.0.0.1' }, behave);
    const { id } = await addWriter(gate, `writer-${at}`);
    cases.set(name, await addReceiver(context, id, `http://127.0.0.1:${port}/`));
  }
  const { id } = await addWriter(gate, 'writer-of-tls');
  const tls = await addReceiver(context, id, `https://127.0.0.1:${await startBadTls()}/`);
  const warnings: object[] = [];
  // All deliveries run together, so the slowest determines the time.
  await deliverDue(context, { warn: (details) => warnings.push(details) });

  const outcomeOf = async (delivery: string) => ({
    state: (await context.store.deliveries.byId(delivery))?.state,
    attempt: (await context.store.deliveries.attemptsOf(delivery))[0],
  });

  for (const { name, state, says } of HOSTILE) {
    test(`one that ${name}`, async () => {
      const found = await outcomeOf(cases.get(name) ?? '');
      assert.equal(found.state, state);
      assert.match(String(found.attempt?.error), says);
      assert.ok((found.attempt?.response_excerpt ?? '').length < 5_000);
    });
  }

  test('one whose letters are not for reading', async () => {
    const { attempt } = await outcomeOf(cases.get('answers with zeros and broken letters') ?? '');
    assert.doesNotMatch(String(attempt?.response_excerpt), UNPRINTABLE);
  });

  test('one whose certificate nobody vouches for', async () => {
    const { state, attempt } = await outcomeOf(tls);
    assert.equal(state, 'due');
    assert.match(String(attempt?.error), /connection failed.*(CERT|SIGNED)/);
  });

  test('cause no fault on our side', () => assert.deepEqual(warnings, []));
});
