// The result of a guarded request: its answer, within the limits, or how it failed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { after, describe, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { configFrom } from '../../src/config.ts';
import { guardedRequest } from '../../src/outbound/guarded-request.ts';
import type { Outcome } from '../../src/outbound/outcomes.ts';
import { CERTIFICATE, KEY } from './certificate.ts';
import { answering, get, listenAt, rules } from './listeners.ts';

const LOOPBACK = '127.0.0.0/8, ::1';
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

interface Limits {
  timeoutMs?: number;
  maxBytes?: number;
}

const ask = (port: number, { timeoutMs = 20_000, maxBytes = 1_000 }: Limits = {}) =>
  guardedRequest(rules(LOOPBACK), `http://127.0.0.1:${port}/`, {
    method: 'GET',
    timeoutMs,
    maxBytes,
  });

const textOf = (outcome: Outcome) =>
  outcome.kind === 'answered' ? outcome.body.toString() : outcome.reason;

describe('an answer', () => {
  test('comes back with status, headers and body', async () => {
    const { port } = await listenAt({}, answering(`${HEAD}Content-Length: 5\r\n\r\nhello`));
    const outcome = await ask(port);
    assert.partialDeepStrictEqual(outcome, {
      kind: 'answered',
      status: 200,
      headers: { 'content-type': 'text/plain' },
      isWhole: true,
    });
    assert.equal(textOf(outcome), 'hello');
  });

  for (const status of [301, 404, 410, 500]) {
    test(`of status ${status} is an answer like any other`, async () => {
      const { port } = await listenAt(
        {},
        answering(`HTTP/1.1 ${status} So\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n`),
      );
      assert.partialDeepStrictEqual(await ask(port), {
        kind: 'answered',
        status,
        headers: { 'retry-after': '7' },
        isWhole: true,
      });
    });
  }

  test('is given to a POST, which arrives with its headers and every byte of its body', async () => {
    const { port, received } = await echo();
    const body = JSON.stringify({ title: 'Grüße, 世界' });
    const outcome = await guardedRequest(rules(LOOPBACK), `http://localhost:${port}/hook?a=b`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event': 'ping' },
      body,
      timeoutMs: 20_000,
      maxBytes: 1_000,
    });
    assert.partialDeepStrictEqual(outcome, { kind: 'answered', status: 202 });
    assert.partialDeepStrictEqual(received, [
      {
        method: 'POST',
        url: '/hook?a=b',
        body,
        headers: {
          host: `localhost:${port}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'x-service-event': 'ping',
        },
      },
    ]);
  });
});

describe('limits', () => {
  for (const { name, size, whole } of [
    { name: 'a body of just the size', size: 1_000, whole: true },
    { name: 'a body one byte longer', size: 1_001, whole: false },
    { name: 'a body much longer', size: 5_000_000, whole: false },
  ]) {
    test(`${name} is ${whole ? 'whole' : 'cut'}`, async () => {
      const body = 'x'.repeat(size);
      const { port } = await listenAt(
        {},
        answering(`${HEAD}Content-Length: ${size}\r\n\r\n${body}`),
      );
      const outcome = await ask(port);
      assert.partialDeepStrictEqual(outcome, { kind: 'answered', isWhole: whole });
      assert.equal(textOf(outcome), 'x'.repeat(1_000));
    });
  }

  test('an endless body is left when enough of it has come', async () => {
    const { port } = await listenAt({}, (socket) => {
      socket.write(`${HEAD}\r\n`);
      const pour = () => socket.writable && socket.write('x'.repeat(16_384), pour);
      pour();
    });
    const outcome = await ask(port);
    assert.equal(textOf(outcome), 'x'.repeat(1_000));
  });

  test('who never answers is left after the time given', async () => {
    const { port } = await listenAt({}, () => {});
    assert.partialDeepStrictEqual(await ask(port, { timeoutMs: 100 }), {
      kind: 'failed',
      code: 'out_of_time',
    });
  });

  test('a name that is never found is left after the time given', async () => {
    const outcome = await guardedRequest(
      rules(),
      'https://slow.test/',
      { method: 'GET', timeoutMs: 100, maxBytes: 1_000 },
      () => new Promise(() => {}),
    );
    assert.partialDeepStrictEqual(outcome, { kind: 'failed', code: 'out_of_time' });
  });

  test('a header that never ends is left after the time given', async () => {
    const { port } = await listenAt({}, (socket) => socket.write(HEAD));
    assert.partialDeepStrictEqual(await ask(port, { timeoutMs: 100 }), {
      kind: 'failed',
      code: 'out_of_time',
    });
  });

  test('a body that stops half-way counts as far as it came', async () => {
    const { port } = await listenAt({}, (socket) =>
      socket.write(`${HEAD}Content-Length: 100\r\n\r\nhalf of`),
    );
    const outcome = await ask(port, { timeoutMs: 5_000 });
    assert.partialDeepStrictEqual(outcome, { kind: 'answered', status: 200, isWhole: false });
    assert.equal(textOf(outcome), 'half of');
  });

  test('an endless header isn’t an answer', async () => {
    const { port } = await listenAt({}, answering(`${HEAD}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`));
    assert.partialDeepStrictEqual(await ask(port), { kind: 'failed', code: 'no_connection' });
  });
});

describe('failures', () => {
  const BROKEN = [
    { name: 'hanging up at once', bytes: '' },
    { name: 'something that is not HTTP', bytes: 'SSH-2.0-OpenSSH_9.9\r\n' },
    {
      name: 'a switch to another protocol',
      bytes: 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    },
  ];
  for (const { name, bytes } of BROKEN) {
    test(`${name} is a broken connection`, async () => {
      const { port } = await listenAt({}, answering(bytes));
      assert.partialDeepStrictEqual(await ask(port), { kind: 'failed', code: 'no_connection' });
    });
  }

  test('a body that breaks off counts as far as it came', async () => {
    const { port } = await listenAt({}, answering(`${HEAD}Content-Length: 100\r\n\r\nhalf of`));
    const outcome = await ask(port);
    assert.partialDeepStrictEqual(outcome, { kind: 'answered', status: 200, isWhole: false });
    assert.equal(textOf(outcome), 'half of');
  });

  test('nobody listening is named', async () => {
    const { port } = await listenAt({ host: '127.0.0.1' });
    const outcome = await guardedRequest(rules(LOOPBACK), `http://127.0.0.2:${port}/`, {
      method: 'GET',
      timeoutMs: 20_000,
      maxBytes: 1_000,
    });
    assert.partialDeepStrictEqual(outcome, { kind: 'failed', code: 'no_connection' });
    assert.match(textOf(outcome), /ECONNREFUSED/);
  });

  for (const { name, resolve } of [
    { name: 'without any address', resolve: async () => [] },
    {
      name: 'that nobody knows',
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      },
    },
  ]) {
    test(`a name ${name} is not found`, async () => {
      const outcome = await get('https://nowhere.test/', rules(), resolve);
      assert.partialDeepStrictEqual(outcome, { kind: 'failed', code: 'unknown_name' });
    });
  }
});

describe('https', async () => {
  const { port, names } = await secureSite();
  const resolve = async () => ['127.0.0.1'];
  const given = rules(LOOPBACK, 'https://press.example');

  test('a certificate that nobody vouches for is refused', async () => {
    const outcome = await get(`https://site.test:${port}/`, given, resolve);
    assert.partialDeepStrictEqual(outcome, { kind: 'failed', code: 'no_connection' });
    assert.match(textOf(outcome), /SELF_SIGNED/);
  });

  test('a site is reached at the judged address under its own name', async () => {
    setDefaultCACertificates([CERTIFICATE]);
    const outcome = await get(`https://site.test:${port}/`, given, resolve);
    assert.partialDeepStrictEqual(outcome, { kind: 'answered', status: 200 });
    assert.equal(names.at(-1), 'site.test');
  });

  test('a certificate of another name is refused', async () => {
    setDefaultCACertificates([CERTIFICATE]);
    const outcome = await get(`https://other.test:${port}/`, given, resolve);
    assert.match(textOf(outcome), /ERR_TLS_CERT_ALTNAME_INVALID/);
  });
});

describe('WEBHOOK_ALLOW', () => {
  for (const value of [
    'localhost',
    '127.0.0.1:80',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/8/8',
    ',',
    '10/8',
  ]) {
    test(`${value} stops the start`, () => {
      assert.throws(() => configFrom({ WEBHOOK_ALLOW: value }), /WEBHOOK_ALLOW is not usable/);
    });
  }

  test('takes addresses and networks, with space around', () => {
    const { webhookAllow } = configFrom({ WEBHOOK_ALLOW: ' 127.0.0.0/8 ,::1, fd00::/8' });
    assert.deepEqual(webhookAllow, ['127.0.0.0/8', '::1', 'fd00::/8']);
  });

  test('is empty unless it is set', () => assert.deepEqual(configFrom({}).webhookAllow, []));
});

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: object;
  body: string;
}

/** A server that keeps what it is sent. */
async function echo() {
  const received: Received[] = [];
  const port = await serve(async (request, response) => {
    const { method, url, headers } = request;
    const chunks = await request.toArray();
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(202).end('taken');
  });
  return { port, received };
}

async function serve(handle: RequestListener): Promise<number> {
  const server = createHttpServer(handle).listen(0);
  return portOf(server);
}

/** A server with a certificate, and the names it was called by. */
async function secureSite() {
  const names: (string | false)[] = [];
  const server = createHttpsServer({ key: KEY, cert: CERTIFICATE }, (_request, response) => {
    response.end('secure');
  });
  server.on('secureConnection', (socket) => names.push(socket.servername ?? false));
  return { port: await portOf(server.listen(0, '127.0.0.1')), names };
}

async function portOf(
  server: ReturnType<typeof createHttpServer> | ReturnType<typeof createHttpsServer>,
) {
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return address.port;
}
