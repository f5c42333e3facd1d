// Requests in forms that are nearly right: a slash at the end leads on, a compressed body is refused with the reason.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { importArchive } from '../../src/operations/archive/import.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { addKey, addWriter, BASE_URL, DRAFT, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const JSON_TYPE = { 'content-type': 'application/json' };
const GZIPPED = { ...JSON_TYPE, 'content-encoding': 'gzip' };

/** Where a URL with a slash at its end leads; null where it leads nowhere. */
const SLASHES: [url: string, status: number, to: string | null][] = [
  ['/author/ada/', 301, '/author/ada'],
  ['/author/ada/bridges/', 301, '/author/ada/bridges'],
  ['/author/ada//', 301, '/author/ada'],
  ['/author/ada/?before=9&x=%20', 301, '/author/ada?before=9&x=%20'],
  ['/author/ada/feed.json/', 301, '/author/ada/feed.json'],
  ['/author/ada/%C3%A9/', 301, '/author/ada/%C3%A9'],
  ['/search/?q=a/', 301, '/search?q=a/'],
  ['/category/money/', 301, '/category/money'],
  ['/shop/', 301, '/shop'],
  ['/desk/', 301, '/desk'],
  ['/desk/sign-in/', 301, '/desk/sign-in'],
  ['/developers/', 301, '/developers'],
  ['/embed.js/', 301, '/embed.js'],
  ['/.well-known/mcp.json/', 301, '/.well-known/mcp.json'],
  ['/api/openapi.json/', 308, '/api/openapi.json'],
  ['/api/public/authors/ada/', 308, '/api/public/authors/ada'],
  ['/api/public/pieces/recent/?limit=1', 308, '/api/public/pieces/recent?limit=1'],
  [`/api/public/pieces/${ID}/`, 308, `/api/public/pieces/${ID}`],
  ['/api/v1/pieces/me/', 308, '/api/v1/pieces/me'],
  ['/api/mcp/', 308, '/api/mcp'],
  ['/', 200, null],
  ['/nowhere/', 404, null],
  ['/author/', 404, null],
  ['/api/', 404, null],
  ['/api/public/pieces/', 404, null],
  ['/?q=/', 200, null],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`requests that are nearly right, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { app } = gate;
    const lines = [author('ada'), piece('ada', { id: ID, slug: 'bridges' })];
    await importArchive(
      gate.context,
      lines.map((line) => JSON.stringify(line)),
    );
    await addWriter(gate, 'bob');
    const key = { authorization: `Bearer ${(await addKey(gate, 'bob')).key}` };
    const ask = (options: InjectOptions) => app.inject(options);

    for (const [url, status, to] of SLASHES) {
      test(`${url} is answered with ${status}${to === null ? '' : ` and leads to ${to}`}`, async () => {
        for (const method of ['GET', 'HEAD'] as const) {
          const answer = await ask({ method, url });
          assert.equal(answer.statusCode, status, answer.body);
          assert.equal(answer.headers.location ?? null, to);
          if (to === null) continue;
          assert.ok(!/^public, max-age/.test(String(answer.headers['cache-control'])));
          assert.ok(answer.headers['x-content-type-options']);
          const isPrivate = /^\/(?:desk|api\/v1)\//.test(url);
          const origin = answer.headers['access-control-allow-origin'];
          assert.equal(origin, isPrivate ? undefined : '*');
        }
      });
    }

    test('under /api a body is sent on as it is, elsewhere no form is', async () => {
      for (const [url, status] of [
        ['/api/v1/pieces/', 308],
        ['/api/mcp/', 308],
        ['/desk/sign-in/', 404],
      ] as const) {
        const answer = await ask({
          method: 'POST',
          url,
          headers: { ...JSON_TYPE, ...key },
          payload: '{}',
        });
        assert.equal(answer.statusCode, status, url);
      }
    });

    test('a preflight gets what it would without the slash: browsers follow no redirect of one', async () => {
      const headers = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-own',
      };
      const found: { [url: string]: unknown } = {};
      const expected: { [url: string]: unknown } = {};
      const facts = async (url: string) => {
        const answer = await ask({ method: 'OPTIONS', url, headers });
        const { 'access-control-allow-headers': allowed, allow } = answer.headers;
        return [answer.statusCode, allowed, allow];
      };
      for (const [url, , to] of SLASHES.filter(([, , leads]) => leads !== null)) {
        found[url] = await facts(url);
        expected[url] = await facts(to ?? '');
      }
      assert.deepEqual(found, expected);
      assert.deepEqual((await facts('/api/public/pieces/recent//?limit=1'))[0], 204);
      assert.equal((await facts('/api/nowhere/'))[0], 404);
    });

    const body = JSON.stringify(DRAFT);
    const ENCODED: { name: string; asks: InjectOptions; status: number }[] = [
      {
        name: 'gzip',
        asks: { headers: { ...GZIPPED, ...key }, payload: gzipSync(body) },
        status: 415,
      },
      {
        name: 'gzip that is none',
        asks: { headers: { ...GZIPPED, ...key }, payload: body },
        status: 415,
      },
      {
        name: 'two encodings',
        asks: {
          headers: { ...JSON_TYPE, ...key, 'content-encoding': 'deflate, br' },
          payload: body,
        },
        status: 415,
      },
      {
        name: 'a made-up one',
        asks: { headers: { ...JSON_TYPE, ...key, 'content-encoding': 'x' }, payload: body },
        status: 415,
      },
      {
        name: 'none, by its name',
        asks: { headers: { ...JSON_TYPE, ...key, 'content-encoding': 'Identity' }, payload: body },
        status: 201,
      },
      { name: 'gzip without a key', asks: { headers: GZIPPED, payload: body }, status: 401 },
      {
        name: 'gzip to the tools',
        asks: { url: '/api/mcp', headers: GZIPPED, payload: body },
        status: 415,
      },
      {
        name: 'gzip to a form',
        asks: {
          url: '/desk/sign-in',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'content-encoding': 'gzip',
          },
          payload: gzipSync('a=b'),
        },
        status: 415,
      },
      {
        name: 'gzip where nothing is sent',
        asks: {
          method: 'GET',
          url: '/api/public/pieces/recent',
          headers: { 'content-encoding': 'gzip' },
        },
        status: 200,
      },
    ];
    for (const { name, asks, status } of ENCODED) {
      test(`a body in ${name} is answered with ${status}`, async () => {
        const answer = await ask({ method: 'POST', url: '/api/v1/pieces', ...asks });
        assert.equal(answer.statusCode, status, answer.body);
        if (status !== 415) return;
        assert.match(answer.body, /Content-Encoding/);
        assert.equal(answer.headers['accept-encoding'], 'identity');
        if (asks.url !== '/api/mcp') return;
        assert.equal(at(answer.json<Json>(), 'jsonrpc'), '2.0');
      });
    }

    test('the description of the API names files by whole URLs, and none that a generator would fetch', async () => {
      const { body } = await ask({ url: '/api/openapi.json' });
      const files = [...body.matchAll(/ It is served at ([^"]*)\."/g)].map(([, url]) => url);
      assert.doesNotMatch(body, /externalValue/);
      assert.deepEqual(files, [`${BASE_URL}/api/openapi.json`, `${BASE_URL}/embed.js`]);
    });
  });
}

describe('the description of the API, saved', () => {
  for (const base of ['http://localhost:3000', 'http://127.0.0.1:8080', 'https://press.example']) {
    test(`says where the service is: ${base}`, async () => {
      const { app } = await startGate('sqlite', { BASE_URL: base, TRUST_PROXY: 'loopback' });
      const headers = { host: 'other.example', 'x-forwarded-host': 'proxy.example' };
      const document = (await app.inject({ url: '/api/openapi.json', headers })).json<Json>();
      assert.deepEqual(at(document, 'servers'), [{ url: base }]);
    });
  }
});
