// Receivers that misbehave: none holds up another, and each ends as one that failed or one that took it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { after, describe, test } from 'node:test';

import { Deliverer } from '../../src/delivery/deliverer.ts';
import type { Context } from '../../src/operations/operation.ts';
import { listenAt } from '../outbound/listeners.ts';
import { addWriter, startGate } from '../support/gate.ts';
import { addDue, addWebhook } from './outbox-rows.ts';
import { SETTINGS } from './world.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

/** Goes on for as long as anybody listens. */
function repeat(socket: Socket, text: string, ms: number): void {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
}

interface Hostile {
  name: string;
  behave: (socket: Socket) => void;
  state: 'due' | 'delivered' | 'failed';
  says: RegExp;
}

const HUNDRED_MB = 100 * 1024 * 1024;

const HOSTILE: Hostile[] = [
  { name: 'never answers', behave: () => {}, state: 'due', says: /no answer in time/ },
  {
    name: 'drips its headers',
    behave: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      repeat(socket, 'x: y\r\n', 200);
    },
    state: 'due',
    says: /no answer in time/,
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
    says: /could not be made, or it broke off/,
  },
  {
    name: 'hangs up',
    behave: (socket) => void socket.once('data', () => socket.end()),
    state: 'due',
    says: /could not be made, or it broke off/,
  },
  {
    name: 'speaks something else',
    behave: (socket) => void socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')),
    state: 'due',
    says: /could not be made, or it broke off/,
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
    name: 'answers with zeros and broken letters',
    behave: (socket) =>
      void socket.once('data', () =>
        socket.end(Buffer.from(`${HEAD}Content-Length: 4\r\n\r\n\0\0\xff\xfe`, 'latin1')),
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
  const tls = (name: string) => readFile(new URL(`../support/tls/${name}`, import.meta.url));
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
  // All at once: the slowest says how long it takes.
  await new Deliverer(context, { warn: (details) => warnings.push(details) }).deliverDue();

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

  test('one whose certificate nobody vouches for', async () => {
    const { state, attempt } = await outcomeOf(tls);
    assert.equal(state, 'due');
    assert.match(String(attempt?.error), /could not be made.*(CERT|SIGNED)/);
  });

  test('cause no fault on our side', () => assert.deepEqual(warnings, []));
});
