// Name lookup in the hosts file and by name servers; a silent server delays only its own lookups.

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { resolvedBy, systemResolve } from '../../src/outbound/dns-lookup.ts';

const HEADER = 12;
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;
/** The name of the question, of type A and class IN, good for a minute: 192.0.2.1. */
const RECORD = Buffer.from([0xc0, HEADER, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]);

/** The first label of the name that is asked for. */
const labelOf = (question: Buffer) =>
  question.toString('latin1', HEADER + 1, HEADER + 1 + (question[HEADER] ?? 0));

function answerTo(question: Buffer, label: string): Buffer {
  const end = question.indexOf(0, HEADER) + 5;
  const isForIPv4 = question[end - 3] === 1;
  const answer = Buffer.from(question.subarray(0, end));
  answer.writeUInt16BE(label === 'unknown' ? NO_SUCH_NAME : ANSWERED, 2);
  answer.writeUInt16BE(label === 'known' && isForIPv4 ? 1 : 0, 6);
  answer.writeUInt16BE(0, 10);
  return label === 'known' && isForIPv4 ? Buffer.concat([answer, RECORD]) : answer;
}

/** A name server that knows `known`, does not know `unknown`, and says nothing to the rest. */
async function startNameServer() {
  const socket = createSocket('udp4');
  let silences = 0;
  socket.on('message', (question, { port, address }) => {
    const label = labelOf(question);
    if (label === 'known' || label === 'unknown') {
      socket.send(answerTo(question, label), port, address);
    } else silences += 1;
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  after(() => socket.close());
  const resolve = resolvedBy(() => {
    const resolver = new Resolver({ timeout: 5_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${socket.address().port}`]);
    return resolver;
  });
  return { resolve, silences: () => silences };
}

describe('a name', async () => {
  const { resolve, silences } = await startNameServer();

  test('has the addresses that a name server says', async () => {
    assert.deepEqual(await resolve('known.example'), ['192.0.2.1']);
    assert.deepEqual(await resolve('KNOWN.example.'), ['192.0.2.1']);
  });

  test('that nobody knows has none', async () => {
    assert.deepEqual(await resolve('unknown.example'), []);
    assert.deepEqual(await resolve(`${'a'.repeat(64)}.example`), []);
    assert.deepEqual(await resolve('a..example'), []);
  });

  test('is found while the servers of many others are silent', async () => {
    let ended = 0;
    const others = Array.from({ length: 20 }, async (_, at) => {
      assert.deepEqual(await resolve(`silent-${at}.example`), []);
      ended += 1;
    });
    assert.deepEqual(await resolve('known.example'), ['192.0.2.1']);
    assert.equal(ended, 0);
    await Promise.all(others);
    assert.ok(silences() >= 20);
  });

  test('of this machine is asked of nobody', async () => {
    const asked = silences();
    for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'silent.localhost']) {
      assert.deepEqual(await systemResolve(name), ['127.0.0.1', '::1']);
    }
    assert.equal(silences(), asked);
  });
});
