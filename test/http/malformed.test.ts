// Malformed HTTP is refused with the error body, and the service keeps running.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';
import { exchange, listen, request } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';

const RECENT = '/api/public/pieces/recent';
const CLOSE = 'Host: a\r\nConnection: close\r\n';

const MALFORMED: { name: string; bytes: string | Buffer; status: number }[] = [
  { name: 'no HTTP at all', bytes: 'hello?\r\n\r\n', status: 400 },
  { name: 'a TLS greeting', bytes: Buffer.from('160301020001000000', 'hex'), status: 400 },
  { name: 'a method that is none', bytes: `FROB ${RECENT} HTTP/1.1\r\n${CLOSE}\r\n`, status: 400 },
  { name: 'a version that is none', bytes: `GET ${RECENT} HTTP/9.9\r\n${CLOSE}\r\n`, status: 400 },
  { name: 'no target', bytes: `GET HTTP/1.1\r\n${CLOSE}\r\n`, status: 400 },
  { name: 'a space in the target', bytes: `GET /api/a b HTTP/1.1\r\n${CLOSE}\r\n`, status: 400 },
  {
    name: 'a header without a colon',
    bytes: `GET ${RECENT} HTTP/1.1\r\nHost\r\n\r\n`,
    status: 400,
  },
  {
    name: 'a NUL in a header',
    bytes: `GET ${RECENT} HTTP/1.1\r\n${CLOSE}X: a\0b\r\n\r\n`,
    status: 400,
  },
  {
    name: 'no Host',
    bytes: `GET ${RECENT} HTTP/1.1\r\nConnection: close\r\n\r\n`,
    status: 400,
  },
  ...['Host: b', 'host: a', 'HOST:'].map((second) => ({
    name: `two Hosts, the second ${second},`,
    bytes: `GET ${RECENT} HTTP/1.1\r\n${CLOSE}${second}\r\n\r\n`,
    status: 400,
  })),
  {
    name: 'two Hosts with a body',
    bytes: `POST ${RECENT} HTTP/1.1\r\n${CLOSE}Host: b\r\nContent-Length: 2\r\n\r\n{}`,
    status: 400,
  },
  {
    name: 'two lengths of the body',
    bytes: `POST ${RECENT} HTTP/1.1\r\n${CLOSE}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    status: 400,
  },
  {
    name: 'a length and chunks',
    bytes: `POST ${RECENT} HTTP/1.1\r\n${CLOSE}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    status: 400,
  },
  {
    name: 'headers of 100,000 bytes',
    bytes: `GET ${RECENT} HTTP/1.1\r\n${CLOSE}X: ${'a'.repeat(100_000)}\r\n\r\n`,
    status: 431,
  },
  {
    name: 'an address of 100,000 bytes',
    bytes: `GET ${RECENT}?q=${'a'.repeat(100_000)} HTTP/1.1\r\n${CLOSE}\r\n`,
    status: 431,
  },
];

const ESCAPES = [
  '/api/public/authors/%',
  '/api/public/authors/%zz',
  '/api/public/authors/%E0%A4%A',
  '/api/public/authors/%FF',
  '/api/public/pieces/%C0%AF',
  '/api/public/authors/search?q=%zz',
  '/api/public/authors/search?q=%FF',
  '/api/public/pieces/search?q=%E0%A4%A',
  '/api/public/pieces/search?q=a&limit=%',
];

/** Slashes that would lead to another host, if they led anywhere. */
const ELSEWHERE = [
  ...['//evil.example/', '///evil.example/', '//evil.example/author/ada/', '/\\evil.example/'],
  ...['//desk/', '/%2f/evil.example/', 'http://evil.example/author/ada/', '//evil.example//'],
  ...['/\\/evil.example/', '/.//evil.example/', '/author/..//evil.example/'],
];

const UNUSUAL: { name: string; bytes: string; status: number }[] = [
  {
    name: 'a target in absolute form',
    bytes: request('GET', `http://press.example${RECENT}`),
    status: 200,
  },
  {
    name: 'HTTP/1.0 without a Host',
    bytes: `GET ${RECENT} HTTP/1.0\r\n\r\n`,
    status: 200,
  },
  {
    name: 'a GET with a body',
    bytes: `${request('GET', RECENT, 'Content-Length: 2')}{}`,
    status: 200,
  },
  {
    name: 'a GET that says its nothing is JSON',
    bytes: request('GET', RECENT, 'Content-Type: application/json'),
    status: 200,
  },
  { name: 'a query that is empty', bytes: request('GET', `${RECENT}?`), status: 200 },
  { name: 'a query of separators', bytes: request('GET', `${RECENT}?&&=&=x&`), status: 200 },
  {
    name: 'a query that names what every object has',
    bytes: request('GET', `${RECENT}?__proto__=1&constructor=2&hasOwnProperty=3`),
    status: 200,
  },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`malformed HTTP, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(author('ada'));
    const port = await listen(service.app);
    const judge = await judgeOf(service.app);

    for (const { name, bytes, status } of MALFORMED) {
      test(`${name} is answered with ${status}`, async () => {
        const answer = await exchange(port, bytes);
        assert.equal(answer.status, status, answer.body);
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.body)));
        judge.assertFailure(JSON.parse(answer.body));
        for (const inside of ['HPE_', 'Parse Error', 'node:', 'llhttp']) {
          assert.ok(!answer.body.includes(inside), answer.body);
        }
      });
    }

    test('a slash at the end leads to no other host', async () => {
      for (const target of ELSEWHERE) {
        const { status, headers } = await exchange(port, request('GET', target));
        assert.deepEqual([status, headers['location']], [404, undefined], target);
      }
      const led = await exchange(port, request('GET', '/author/ada/?a=//b/'));
      assert.deepEqual([led.status, led.headers['location']], [301, '/author/ada?a=//b/']);
    });

    for (const url of ESCAPES) {
      test(`${url} is a bad request`, async () => {
        const answer = await exchange(port, request('GET', url));
        assert.equal(answer.status, 400, answer.body);
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        judge.assertFailure(JSON.parse(answer.body));
        assert.ok(!answer.body.includes('FST_'), answer.body);
      });
    }

    for (const { name, bytes, status } of UNUSUAL) {
      test(`${name} is answered with ${status}`, async () => {
        const answer = await exchange(port, bytes);
        assert.equal(answer.status, status, answer.body);
        judge.assertSuccess(RECENT, JSON.parse(answer.body));
      });
    }

    test('and after all of it the service answers', async () => {
      assert.equal((await exchange(port, request('GET', '/readyz'))).status, 200);
    });
  });
}
