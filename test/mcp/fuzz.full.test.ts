// Thousands of messages that are none: each gets a well-formed error, or its HTTP status.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { TOOLS } from '../../src/surfaces/mcp/tools.ts';
import { author, piece } from '../support/archive/records.ts';
import { isObject, type Json } from '../support/json.ts';
import { listen } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';
import { rounds } from '../support/soak.ts';

const { app, add } = await startService('sqlite', { RATE_LIMITS: 'off' });
await add(author('ada'), piece('ada'));
const port = await listen(app);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

interface Answered {
  status: number;
  type: string;
  text: string;
}

const send = (body: Buffer, headers: { [name: string]: string }) =>
  new Promise<Answered>((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        path: '/api/mcp',
        method: 'POST',
        headers,
        timeout: 30_000,
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type']),
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('No answer.')));
    sent.on('error', reject);
    sent.end(body);
  });

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'server/discover',
  'notifications/initialized',
  '__proto__',
  'constructor',
  '',
];

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 20_000 }), fc.boolean())
  .map(([open, depth, isClosed]) => {
    const close = open === '[' ? ']' : '}';
    return open.repeat(depth) + (isClosed ? `1${close.repeat(depth)}` : '');
  });

const id = fc.oneof(
  fc.jsonValue(),
  fc.bigInt().map(Number),
  fc.string({ maxLength: 10_000 }),
  fc.constantFrom(1e300, -1e300, Number.MAX_SAFE_INTEGER, 1.5, null),
);

const params = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      name: fc.oneof(fc.constantFrom(...TOOLS.map(({ name }) => name)), fc.jsonValue()),
      arguments: fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            query: fc.jsonValue(),
            limit: fc.jsonValue(),
            slug: fc.jsonValue(),
            id: fc.jsonValue(),
            category: fc.jsonValue(),
            window: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
      cursor: fc.jsonValue(),
      _meta: fc.jsonValue(),
      protocolVersion: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
);

const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, fc.jsonValue()),
    id,
    method: fc.oneof(fc.constantFrom(...METHODS), fc.jsonValue()),
    params,
    result: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const text = fc.oneof(
  message.map((each) => JSON.stringify(each)),
  fc.array(message, { maxLength: 4 }).map((batch) => JSON.stringify(batch)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  deep,
  // Messages with duplicate keys, and with keys that reach for prototypes.
  fc
    .tuple(fc.constantFrom(...METHODS), fc.jsonValue())
    .map(
      ([method, value]) =>
        `{"jsonrpc":"2.0","id":1,"id":${JSON.stringify(value)},"method":"ping","method":${JSON.stringify(method)},"__proto__":${JSON.stringify(value)}}`,
    ),
);

const body = fc.oneof(
  { weight: 6, arbitrary: text.map((each) => Buffer.from(each)) },
  // Cut somewhere, or with a byte in it that is no UTF-8.
  text.chain((each) => {
    const bytes = Buffer.from(each);
    return fc.nat(bytes.length).map((at) => bytes.subarray(0, at));
  }),
  fc.tuple(text, fc.integer({ min: 0x80, max: 0xff })).map(([each, byte]) => {
    const bytes = Buffer.from(each);
    const at = bytes.length >> 1;
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)]);
  }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

const headers = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/json; charset=latin1', 'x', 'multipart/form-data'),
    ),
    fc.option(fc.constantFrom('2025-06-18', '2025-03-26', '2026-07-28', 'x', '')),
    fc.option(fc.constantFrom(...METHODS.filter(Boolean), 'é')),
  )
  .map(([type, version, method]) => ({
    'content-type': type,
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
    ...(method === null ? {} : { 'mcp-method': method }),
  }));

const CODES = [-32700, -32600, -32601, -32602, -32000, -32020, -32022];
const STATUSES = [200, 202, 400, 404, 415];

function assertWellFormed({ status, type, text: told }: Answered): void {
  assert.ok(STATUSES.includes(status), `${status} ${told}`);
  if (status === 202) assert.equal(told, '');
  else assertAnswer(type, told);
}

function assertAnswer(type: string, told: string): void {
  assert.equal(type, 'application/json; charset=utf-8');
  const answer: Json = JSON.parse(told);
  assert.ok(isObject(answer), told);
  assert.equal(answer['jsonrpc'], '2.0');
  const { error, result } = answer;
  assert.equal(isObject(error), !isObject(result), told);
  if (!isObject(error)) return;
  assert.ok(CODES.includes(Number(error['code'])), told);
  assert.match(String(error['message']), /\S/);
}

const AT_ONCE = 100;
const RUNS = rounds(12, 2000);

test(`${AT_ONCE * RUNS} malformed messages are each answered, and the service is well after`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(body, headers), { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (messages) => {
        const answers = await Promise.all(messages.map(([bytes, sent]) => send(bytes, sent)));
        for (const answer of answers) assertWellFormed(answer);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
  agent.destroy();
  assert.equal((await app.inject('/readyz')).statusCode, 200);
});
