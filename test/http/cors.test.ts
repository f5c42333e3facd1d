// Open to browsers of every origin, without credentials, on answers of every kind.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const PUBLIC = [
  '/api/public/authors/ada',
  '/api/public/authors/search?q=ada',
  `/api/public/pieces/${ID}`,
  '/api/public/pieces/recent',
  '/api/public/pieces/search?q=headline',
  '/api/openapi.json',
  '/api/mcp/server-card',
  '/.well-known/mcp.json',
  '/feed.json',
  '/embed/ada/badge.svg',
  '/llms.txt',
];

interface Case {
  name: string;
  method?: NonNullable<InjectOptions['method']>;
  url: string;
  headers?: { [name: string]: string };
  status: number;
}

const RECENT = '/api/public/pieces/recent';

const CASES: Case[] = [
  ...PUBLIC.map((url) => ({ name: `GET ${url}`, url, status: 200 })),
  { name: 'HEAD', method: 'HEAD', url: RECENT, status: 200 },
  { name: 'nothing changed', url: RECENT, headers: { 'if-none-match': '*' }, status: 304 },
  { name: 'a parameter that is refused', url: `${RECENT}?limit=0`, status: 400 },
  { name: 'an address that cannot be decoded', url: '/api/public/authors/%zz', status: 400 },
  { name: 'no such author', url: '/api/public/authors/nobody', status: 404 },
  { name: 'no such piece', url: '/api/public/pieces/nothing', status: 404 },
  { name: 'no such address', url: '/api/public/nothing/here', status: 404 },
  { name: 'a method that is refused', method: 'DELETE', url: RECENT, status: 405 },
  { name: 'OPTIONS that isn’t a preflight', method: 'OPTIONS', url: RECENT, status: 204 },
];

const names = (list: unknown) =>
  String(list)
    .split(',')
    .map((name) => name.trim().toLowerCase());

for (const kind of DATABASES_IN_FULL) {
  describe(`other origins, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(author('ada'), piece('ada', { id: ID }));
    const ask = (options: InjectOptions) => service.app.inject(options);

    for (const { name, method = 'GET', url, headers = {}, status } of CASES) {
      for (const origin of ['https://reader.example', 'null', undefined]) {
        test(`${name}, from ${origin ?? 'no origin'}`, async () => {
          const sent = origin === undefined ? headers : { ...headers, origin };
          const answer = await ask({ method, url, headers: sent });
          assert.equal(answer.statusCode, status, answer.body);
          assert.equal(answer.headers['access-control-allow-origin'], '*');
          assert.equal(answer.headers['access-control-allow-credentials'], undefined);
          assert.equal(answer.headers['set-cookie'], undefined);
          const exposed = names(answer.headers['access-control-expose-headers']);
          for (const header of ['etag', 'retry-after']) assert.ok(exposed.includes(header), header);
        });
      }
    }

    for (const url of PUBLIC) {
      test(`preflight of ${url}`, async () => {
        const answer = await ask({
          method: 'OPTIONS',
          url,
          headers: {
            origin: 'https://reader.example',
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization, if-none-match, traceparent, x-own',
          },
        });
        assert.equal(answer.statusCode, 204);
        assert.equal(answer.body, '');
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.equal(answer.headers['access-control-allow-credentials'], undefined);
        const methods = names(answer.headers['access-control-allow-methods']);
        assert.deepEqual(methods.toSorted(), ['get', 'head']);
        const allowed = names(answer.headers['access-control-allow-headers']);
        // The star allows every header except Authorization, which must be named.
        assert.deepEqual(allowed, ['*', 'authorization']);
        assert.match(String(answer.headers['access-control-max-age']), /^[1-9]\d*$/);
      });
    }
  });
}
