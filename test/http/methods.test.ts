// Methods: GET and HEAD read, OPTIONS tells, everything else is refused with what is allowed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';
import { exchange, listen, request, requestWith } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const RESOURCES = [
  '/api/public/authors/ada',
  '/api/public/authors/search?q=ada',
  `/api/public/pieces/${ID}`,
  '/api/public/pieces/recent',
  '/api/public/pieces/search?q=headline',
  '/api/openapi.json',
  '/healthz',
  '/readyz',
];

/** URLs that a more general pattern also fits, which has the method: it is not asked. */
const SPECIFIC = [
  { method: 'DELETE', url: '/api/v1/pieces/me', allow: 'GET, HEAD, OPTIONS' },
  { method: 'PUT', url: '/api/v1/pieces/me', allow: 'GET, HEAD, OPTIONS' },
  { method: 'GET', url: '/oauth/token', allow: 'POST, OPTIONS' },
  { method: 'GET', url: `/read/${ID}`, allow: 'POST, OPTIONS' },
  { method: 'POST', url: '/author/ada', allow: 'GET, HEAD, OPTIONS' },
  { method: 'PROPFIND', url: '/desk/account', allow: 'GET, HEAD, POST, OPTIONS' },
];

const REFUSED = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY', 'REPORT'];

const BODIES: { name: string; type: string; body: string }[] = [
  { name: 'JSON', type: 'application/json', body: '{"a":1}' },
  { name: 'broken JSON', type: 'application/json', body: '{broken' },
  { name: 'an empty body that says it is JSON', type: 'application/json', body: '' },
  { name: 'a form', type: 'application/x-www-form-urlencoded', body: 'a=1' },
  { name: 'an unknown type', type: 'text/csv', body: 'a,b' },
];

const UNKNOWN = [
  '/api',
  '/api/',
  '/api/nope',
  '/api/public',
  '/api/public/',
  '/api/public/nope',
  '/api/public/authors',
  '/api/public/pieces',
  '/api/public/authors/ada/versions',
  `/api/public/pieces/${ID}/versions`,
  '/api/public/pieces/recent/older',
  '/api/PUBLIC/pieces/recent',
  '/api/v2/pieces',
  '/api/openapi.yaml',
  '/api/public/../openapi.json',
];

/** Headers that a HEAD must have as the GET has them. */
const kept = (headers: { [name: string]: string }) => {
  const { date: _date, ...others } = headers;
  return others;
};

for (const kind of DATABASES_IN_FULL) {
  describe(`methods, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(author('ada'), piece('ada', { id: ID }));
    const port = await listen(service.app);
    const judge = await judgeOf(service.app);

    const assertRefused = async (bytes: string) => {
      const answer = await exchange(port, bytes);
      const [line = ''] = bytes.split('\r\n');
      assert.equal(answer.status, 405, `${line}: ${answer.body}`);
      assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS', line);
      judge.assertFailure(JSON.parse(answer.body));
    };

    for (const method of REFUSED) {
      test(`${method} is refused everywhere`, async () => {
        for (const url of RESOURCES) await assertRefused(request(method, url));
      });
    }

    for (const { method, url, allow } of SPECIFIC) {
      test(`${method} ${url} is refused with what it allows`, async () => {
        const { status, headers } = await exchange(port, request(method, url));
        assert.deepEqual([status, headers['allow']], [405, allow]);
      });
    }

    for (const method of ['OPTIONS', 'GET', 'POST', 'PROPFIND']) {
      test(`${method} finds nothing at slashes alone`, async () => {
        for (const url of ['//', '///', '//?a=1']) {
          assert.equal((await exchange(port, request(method, url))).status, 404, url);
        }
      });
    }

    for (const { name, type, body } of BODIES) {
      test(`POST with ${name} is refused everywhere, as POST`, async () => {
        for (const url of RESOURCES) await assertRefused(requestWith('POST', url, type, body));
      });
    }

    for (const url of RESOURCES) {
      test(`OPTIONS ${url} tells the methods`, async () => {
        const answer = await exchange(port, request('OPTIONS', url));
        assert.equal(answer.status, 204);
        assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS');
        assert.equal(answer.body, '');
      });

      test(`HEAD ${url} is GET without the body`, async () => {
        const get = await exchange(port, request('GET', url));
        const head = await exchange(port, request('HEAD', url));
        assert.equal(get.status, 200);
        assert.equal(head.status, 200);
        assert.equal(head.body, '');
        assert.ok(get.body.length > 0);
        assert.equal(head.headers['content-length'], String(Buffer.byteLength(get.body)));
        assert.deepEqual(kept(head.headers), kept(get.headers));
      });
    }

    for (const url of ['/api/public/authors/nobody', '/api/public/pieces/recent?limit=0']) {
      test(`HEAD ${url} fails as GET does, without the body`, async () => {
        const get = await exchange(port, request('GET', url));
        const head = await exchange(port, request('HEAD', url));
        assert.ok(get.status >= 400);
        assert.equal(head.status, get.status);
        assert.equal(head.body, '');
        assert.deepEqual(kept(head.headers), kept(get.headers));
      });
    }

    const assertUnknown = async (bytes: string) => {
      const answer = await exchange(port, bytes);
      const [line = ''] = bytes.split('\r\n');
      assert.equal(answer.status, 404, `${line}: ${answer.body}`);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', line);
      assert.equal(answer.headers['allow'], undefined, line);
      judge.assertFailure(JSON.parse(answer.body));
    };

    for (const url of UNKNOWN) {
      test(`${url} is not found, whatever the method`, async () => {
        for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
          await assertUnknown(request(method, url));
        }
      });
    }

    test('an unknown address is not found, whatever the body', async () => {
      for (const { type, body } of BODIES) {
        await assertUnknown(requestWith('POST', '/api/public/nope', type, body));
        await assertUnknown(requestWith('POST', '/api/nope', type, body));
      }
    });
  });
}
