// An answer of any size is written with the memory of the part that is being written.

import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { after, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { BOUNDS } from '../../src/http/bounds/bounds.ts';
import { StreamSlots } from '../../src/http/bounds/stream-slots.ts';
import { sendStream } from '../../src/http/cache/streamed-response.ts';
import { addressReader, readClientAddresses } from '../../src/http/limits/client-address.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function used(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const PARTS = 1_000;
const PART_BYTES = 100_000;

describe('an answer that is written while it is read', async () => {
  let most = 0;
  let made = 0;
  let before = 0;
  async function* parts() {
    try {
      for (made = 0; made < PARTS; made += 1) {
        if (made % 100 === 99) most = Math.max(most, used() - before);
        yield Math.random().toString(36).padEnd(PART_BYTES, '-');
      }
    } finally {
      before = 0;
    }
  }
  const app = fastify();
  readClientAddresses(app, addressReader(false));
  app.decorate('streamSlots', new StreamSlots(BOUNDS.streams));
  app.get('/', (request, reply) =>
    sendStream(request, reply, { type: 'text/plain', parts: parts(), maxAge: 0 }),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  after(() => app.close());

  const ask = (encoding: string) =>
    new Promise<IncomingMessage>((resolve) =>
      get(origin, { headers: { 'accept-encoding': encoding } }, resolve),
    );

  test('has no length and no tag, and for HEAD nothing else', async () => {
    const { headers, body } = await app.inject({ method: 'HEAD', url: '/' });
    assert.deepEqual([headers['content-length'], headers.etag, body], [undefined, undefined, '']);
  });

  for (const encoding of ['identity', 'gzip', 'br']) {
    test(`is let go as it goes out, as ${encoding}`, async () => {
      most = 0;
      before = used();
      const answer = await ask(encoding);
      let bytes = 0;
      for await (const chunk of answer) bytes += chunk.length;
      assert.ok(encoding !== 'identity' || bytes === PARTS * PART_BYTES);
      assert.equal(made, PARTS);
      assert.ok(most < (PARTS * PART_BYTES) / 2, `${Math.round(most / 1e6)} MB were held`);
    });

    test(`is read no further once nobody listens, as ${encoding}`, async () => {
      before = 1;
      const answer = await ask(encoding);
      answer.destroy();
      while (before !== 0) await new Promise((resolve) => setImmediate(resolve));
      assert.ok(made < PARTS);
    });
  }
});
