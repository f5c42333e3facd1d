// Slow clients: a head, body or response that takes too long or stops ends its connection.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { author, piece } from '../../support/archive/records.ts';
import { textOf } from '../../support/many-requests.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

const NOW = () => new Date('2026-06-15T12:00:00.000Z');

const SLOW = { headMs: 300, requestMs: 1_000, checkMs: 20 };

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: press.example\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${length}\r\n\r\n`;

/** A test would wait for ever where the service does. */
const PATIENCE_MS = 60_000;

async function answerTo(port: number, send: (write: (text: string) => void) => Promise<void>) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const text = textOf(socket);
  await once(socket, 'connect');
  const sending = send((words) => void (socket.writable && socket.write(words)));
  const late = setTimeout(PATIENCE_MS, 'the connection is still open', { ref: false });
  const answer = await Promise.race([text, late]);
  await sending;
  socket.destroy();
  return answer;
}

/** Bytes, some at a time, until the connection is closed or all are sent. */
async function drip(write: (text: string) => void, bytes: number, each: number): Promise<void> {
  for (let sent = 0; sent < bytes; sent += each) {
    write(' '.repeat(each));
    await setTimeout(10);
  }
}

const LONG_PIECES = Array.from({ length: 50 }, () =>
  piece('ada', { body_md: 'A long body. '.repeat(7_500) }),
);

/** A client requests a long response and reads none of it. */
async function isClosedToTheDeaf(app: FastifyInstance, port: number): Promise<void> {
  const deaf = connect(port, '127.0.0.1').on('error', () => {});
  deaf.pause().write('GET /feed.json HTTP/1.1\r\nHost: press.example\r\n\r\n');
  const [, response] = await once(app.server, 'request');
  const closed = once(response, 'close').then(() => 'closed');
  const late = setTimeout(PATIENCE_MS, 'still open', { ref: false });
  assert.equal(await Promise.race([closed, late]), 'closed');
  deaf.destroy();
}

describe('slow clients', async () => {
  const { app } = await startService('sqlite', { CACHE_MB: '0' }, NOW, SLOW);
  const port = await listen(app);

  for (const path of ['/api/mcp', '/api/v1/pieces', '/desk/sign-in', '/read/nothing', '/nowhere']) {
    test(`a body for ${path} that stands still gets 408 or an earlier answer, and an end`, async () => {
      const answer = await answerTo(port, async (write) => write(`${head(path, 5_000)}{`));
      assert.match(answer, /^HTTP\/1\.1 4\d\d /);
      if (path === '/api/mcp') assert.match(answer, /^HTTP\/1\.1 408 .*"ok":false/s);
    });
  }

  test('a body that goes on after its answer, and on, is cut off', async () => {
    const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`;
    for (const path of ['/desk/bulk', '/desk/invite', '/nowhere']) {
      const endless = head(path, 1).replace('Content-Length: 1', 'Transfer-Encoding: chunked');
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      // The end is a reset, which may overtake what came before it.
      let answer = '';
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text;
      });
      socket.write(endless);
      while (!socket.destroyed) {
        socket.write(chunk);
        await setTimeout(5);
      }
      assert.match(answer, /^HTTP\/1\.1 [34]\d\d /);
    }
  });

  test('a body that drips gets 408', async () => {
    let answer = '';
    // A byte that crosses the answer on its way resets the connection, and the answer is lost.
    for (let tries = 0; tries < 4 && answer === ''; tries += 1) {
      answer = await answerTo(port, async (write) => {
        write(head('/api/mcp', 5_000));
        await drip(write, 200, 1);
      });
    }
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /^connection: close/im);
  });

  test('a chunked body that stands still gets 408', async () => {
    const chunked = head('/api/mcp', 1).replace('Content-Length: 1', 'Transfer-Encoding: chunked');
    const answer = await answerTo(port, async (write) => write(`${chunked}1\r\n{\r\n`));
    assert.match(answer, /^HTTP\/1\.1 408 /);
  });

  test('a head that stands still gets 408', async () => {
    const answer = await answerTo(port, async (write) => write('GET / HTTP/1.1\r\nHos'));
    assert.match(answer, /^HTTP\/1\.1 408 .*"ok":false/s);
  });

  test('a connection that says nothing is closed', async () => {
    assert.doesNotMatch(await answerTo(port, async () => {}), /still open/);
  });
});

test('a response that nobody takes ends its connection', async () => {
  const { app, add } = await startService('sqlite', { CACHE_MB: '0' }, NOW, { standstillMs: 300 });
  await add(author('ada'), ...LONG_PIECES);
  await isClosedToTheDeaf(app, await listen(app));
});

test('a connection on which nobody asks for more is closed, and no sooner', async () => {
  const { app } = await startService('sqlite', {}, NOW, { standstillMs: 400 });
  const port = await listen(app);
  const ask = 'GET /healthz HTTP/1.1\r\nHost: press.example\r\n\r\n';
  const answers = await answerTo(port, async (write) => {
    for (let times = 6; times > 0; times -= 1) {
      write(ask);
      await setTimeout(100);
    }
  });
  assert.equal(answers.match(/HTTP\/1\.1 200 /g)?.length, 6, answers);
});

test('a body for what is cached has the same limits', async () => {
  const { app } = await startService('sqlite', {}, NOW, SLOW);
  const port = await listen(app);
  await exchange(port, request('GET', '/developers'));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  // The connection is cut off, which may show as an error or not.
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
  const answered = once(socket, 'data');
  socket.write(head('/developers', 5_000).replace('POST', 'GET'));
  assert.match(String(await answered), /^HTTP\/1\.1 200 /);
  void drip((text) => void (socket.writable && socket.write(text)), 1_000, 1);
  const late = setTimeout(PATIENCE_MS, 'still open', { ref: false });
  assert.equal(await Promise.race([closed, late]), 'closed');
  socket.destroy();
});
