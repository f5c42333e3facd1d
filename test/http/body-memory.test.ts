// Slow and unfinished bodies: none is read too early, and their total memory is limited.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { resource } from '../../src/http/resource.ts';
import { addKey, addWriter, browserOf, DRAFT, startGate } from '../support/gate.ts';
import { listen } from '../support/raw-http.ts';

const MIB = 1024 * 1024;
const PART =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n' +
  'Content-Type: image/jpeg\r\n\r\n';

interface Sending {
  socket: Socket;
  /** The first line of the answer, once there is one. */
  answer: Promise<string>;
}

describe('bodies in memory', async () => {
  const gate = await startGate('sqlite', { BODY_MEMORY_MB: '16', RATE_LIMITS: 'off' });
  const held = Promise.withResolvers<void>();
  resource(gate.app, '/held', { GET: { handler: () => held.promise } });
  const person = await addWriter(gate, 'ada');
  const { key } = await addKey(gate, 'ada');
  const browser = await browserOf(gate, person);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const port = await listen(gate.app);
  /** The service's end of each connection, by the port of the other. */
  const accepted = new Map<number, Socket>();
  gate.app.server.on('connection', (socket) => accepted.set(socket.remotePort ?? 0, socket));
  const sockets = new Set<Socket>();
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  after(hangUp);
  after(() => held.resolve());

  /** Announces a body, and sends only the beginning of it. */
  async function begin(
    path: string,
    headers: string[],
    body: string,
    length = 10 * MIB,
  ): Promise<Sending> {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => {});
    const answer = once(socket.setEncoding('utf8'), 'data').then(([text]) => String(text));
    answer.catch(() => {});
    await once(socket, 'connect');
    const head = [`POST ${path} HTTP/1.1`, 'Host: press.example', ...headers];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${body}`);
    return { socket, answer };
  }

  const status = async ({ answer }: Sending) => Number((await answer).split(' ')[1]);
  const multipart = 'Content-Type: multipart/form-data; boundary=b';
  const json = 'Content-Type: application/json';
  const upload = (size: number) => `${PART}${'x'.repeat(size)}`;

  const kinds = [multipart, 'Content-Type: application/x-www-form-urlencoded', json];
  const pages = [
    ['/desk/sign-in', 415, 413, 413],
    ['/desk/edit/profile/picture', 303, 303, 303],
    ['/desk/edit/pieces/new', 303, 303, 303],
    ['/desk/edit/pieces/new/save', 401, 401, 401],
    ['/desk/edit/pieces/x/pictures', 401, 401, 401],
    ['/desk/passkeys/sign-in/begin', 415, 413, 413],
    ['/api/v1/pieces', 401, 401, 401],
  ] as const;

  test('whoever has not signed in is answered before the body has come', async () => {
    for (const [path, ...expected] of pages) {
      for (const [at, kind] of kinds.entries()) {
        const sending = await begin(path, [kind], PART);
        assert.equal(await status(sending), expected[at], `${path}, ${kind}`);
      }
    }
    hangUp();
  });

  test('a client that waits for 100 Continue gets it, and then its answer', async () => {
    const waiting = 'Expect: 100-continue';
    const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const draft = JSON.stringify(DRAFT);
    const whole = `${upload(100)}\r\n--b--\r\n`;
    for (const [path, headers, body, expected] of [
      ['/api/mcp', [json], message, 200],
      ['/api/mcp', [json], message + ' '.repeat(50_000), 200],
      ['/api/v1/pieces', [json, `Authorization: Bearer ${key}`], draft, 201],
      ['/desk/edit/pieces/x/pictures', [multipart, `Cookie: ${cookie}`], whole, 403],
    ] as const) {
      const { socket, answer } = await begin(path, [...headers, waiting], '', body.length);
      assert.equal(await answer, 'HTTP/1.1 100 Continue\r\n\r\n', path);
      socket.write(body);
      const [text] = await once(socket, 'data');
      assert.equal(Number(String(text).split(' ')[1]), expected, String(text));
      assert.doesNotMatch(String(text), /^connection: close\r$/im);
    }
    hangUp();
  });

  for (const announced of ['Content-Length: 50000', 'Transfer-Encoding: chunked']) {
    test(`a body that nobody reads may stay away: ${announced}`, async () => {
      const socket = connect(port, '127.0.0.1');
      const head = `GET /held HTTP/1.1\r\nHost: press.example\r\n${announced}\r\n\r\n`;
      socket.on('error', () => {}).write(head);
      const [, response] = await once(gate.app.server, 'request');
      // Until it is with the router, which is when the body would be read.
      for (let at = 0; at < 50; at += 1) await gate.app.inject('/healthz');
      socket.destroy();
      // Errors thrown here would not be caught.
      await once(response, 'close');
      for (let at = 0; at < 50; at += 1) await gate.app.inject('/healthz');
    });
  }

  test('a file is taken only where there is a field for one', async () => {
    const sending = await begin('/desk/edit/pieces/new', [multipart, `Cookie: ${cookie}`], PART);
    assert.equal(await status(sending), 415);
    hangUp();
  });

  test('beyond the limit for all, the next body is refused, until there is room', async () => {
    const auth = [multipart, `Cookie: ${cookie}`];
    const first = await begin('/desk/edit/profile/picture', auth, upload(9 * MIB));
    await arrived(first);
    const second = await begin('/desk/edit/profile/picture', auth, upload(9 * MIB));
    const answer = await second.answer;
    assert.match(answer, /^HTTP\/1\.1 503 /);
    assert.match(answer, /^retry-after: \d+\r$/im);
    // Bodies held by others leave room for small ones.
    assert.equal((await draft('a')).statusCode, 201);
    hangUp();
    await gone(async () => (await draft('x'.repeat(90_000), 11)).statusCode === 201);
  });

  test('visitors have a share of their own', async () => {
    const message = `{"jsonrpc":"2.0","id":1,"method":"ping","x":"${'x'.repeat(1.8 * MIB)}`;
    const held = await begin('/api/mcp', [json], message, 2 * MIB);
    const also = await begin('/api/mcp', [json], message, 2 * MIB);
    await Promise.all([arrived(held), arrived(also)]);
    const third = await begin('/api/mcp', [json], message, 2 * MIB);
    assert.equal(await status(third), 503);
    assert.equal((await draft('x'.repeat(90_000))).statusCode, 201);
    hangUp();
  });

  /** Several simultaneous drafts, whose bodies count towards the limit. */
  async function draft(body_md: string, count = 1) {
    const request = {
      method: 'POST' as const,
      url: '/api/v1/pieces',
      headers: { authorization: `Bearer ${key}` },
      payload: { ...DRAFT, body_md, ignored: 'x'.repeat(count > 1 ? MIB : 0) },
    };
    const answers = await Promise.all(
      Array.from({ length: count }, () => gate.app.inject(request)),
    );
    return answers.find(({ statusCode }) => statusCode !== 201) ?? answers[0] ?? assert.fail();
  }

  /** Until the service has read all that was sent so far. */
  async function arrived({ socket }: Sending): Promise<void> {
    const { localPort = 0 } = socket;
    // Bytes sent by this end may still be in the system's buffers.
    while ((accepted.get(localPort)?.bytesRead ?? 0) < socket.bytesWritten) await turn();
    for (let at = 0; at < 50; at += 1) await gate.app.inject('/healthz');
  }

  async function gone(isFree: () => Promise<boolean>): Promise<void> {
    for (let at = 0; at < 100; at += 1) {
      if (await isFree()) return;
      await turn();
    }
    assert.fail('The memory was not given back.');
  }
});
