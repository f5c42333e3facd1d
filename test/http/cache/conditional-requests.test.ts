// Caching: a strong tag for what was sent, nothing sent where nothing changed, and how long to keep it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { type Service, startService } from '../../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const READS = [
  '/api/public/authors/ada',
  '/api/public/authors/search?q=ada',
  `/api/public/pieces/${ID}`,
  '/api/public/pieces/recent',
  '/api/public/pieces/search?q=headline',
  '/api/openapi.json',
];

const FAILURES = [
  '/api/public/authors/nobody',
  '/api/public/pieces/recent?limit=0',
  '/api/public/nothing',
];

async function etagOf({ app }: Service, url: string, encoding = 'identity'): Promise<string> {
  const { headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
  return String(headers.etag);
}

/** Conditional headers, and whether they match the response. */
const CONDITIONS: { name: string; header: (etag: string) => string; same: boolean }[] = [
  { name: 'the tag', header: (etag) => etag, same: true },
  { name: 'the tag, marked weak', header: (etag) => `W/${etag}`, same: true },
  { name: 'any', header: () => '*', same: true },
  { name: 'any, with space', header: () => ' * ', same: true },
  { name: 'a list with the tag first', header: (etag) => `${etag}, "b"`, same: true },
  { name: 'a list with the tag last', header: (etag) => `"a",W/"b" , ${etag}`, same: true },
  { name: 'another tag', header: () => '"another"', same: false },
  { name: 'a list of others', header: () => '"a", W/"b"', same: false },
  { name: 'the tag without its quotes', header: (etag) => etag.replaceAll('"', ''), same: false },
  { name: 'the tag with its end cut', header: (etag) => `${etag.slice(0, -2)}"`, same: false },
  { name: 'nothing', header: () => '', same: false },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`caching, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(author('ada'), piece('ada', { id: ID }));
    const { app } = service;

    for (const url of READS) {
      test(`${url} has a strong tag, the same each time, and no age`, async () => {
        const { headers } = await app.inject(url);
        assert.match(String(headers.etag), /^"[\x21\x23-\x7e]+"$/);
        assert.equal(await etagOf(service, url), headers.etag);
        assert.equal(headers['cache-control'], 'public, no-cache');
        assert.match(String(headers.vary), /\baccept-encoding\b/i);
      });

      for (const { name, header, same } of CONDITIONS) {
        test(`${url} against ${name} is ${same ? '304' : '200'}`, async () => {
          const etag = await etagOf(service, url);
          for (const method of ['GET', 'HEAD'] as const) {
            const answer = await app.inject({
              method,
              url,
              headers: { 'if-none-match': header(etag) },
            });
            assert.equal(answer.statusCode, same ? 304 : 200, method);
            assert.equal(answer.headers.etag, etag);
            assert.equal(answer.headers['cache-control'], 'public, no-cache');
            assert.match(String(answer.headers.vary), /\baccept-encoding\b/i);
            if (!same) continue;
            assert.equal(answer.body, '');
            assert.equal(answer.headers['content-type'], undefined);
            assert.equal(answer.headers['content-encoding'], undefined);
            // A cache takes any other length than that of the body for a change.
            assert.equal(answer.headers['content-length'], undefined);
          }
        });
      }
    }

    test('no two of them share a tag', async () => {
      const tags = await Promise.all(READS.map((url) => etagOf(service, url)));
      assert.equal(new Set(tags).size, READS.length);
    });

    for (const url of FAILURES) {
      test(`${url} is not cacheable, and never 304`, async () => {
        const { statusCode } = await app.inject(url);
        const answer = await app.inject({ url, headers: { 'if-none-match': '*' } });
        assert.equal(answer.statusCode, statusCode);
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.equal(answer.headers.etag, undefined);
      });
    }
  });

  describe(`caching of what changes, on ${kind}`, () => {
    test('a new piece gives a new tag to the lists that have it, for the next request', async () => {
      const service = await startService(kind);
      await service.add(author('ada'), author('bob'), piece('ada', { id: ID }));
      const before = await Promise.all(READS.map((url) => etagOf(service, url)));
      await service.add(piece('ada', { published_at: '2026-06-02T00:00:00Z' }));
      const after = await Promise.all(READS.map((url) => etagOf(service, url)));
      const changed = READS.filter((_, at) => before[at] !== after[at]);
      assert.deepEqual(
        changed,
        READS.filter((url) => url !== `/api/public/pieces/${ID}` && url !== '/api/openapi.json'),
      );
      const { statusCode } = await service.app.inject({
        url: '/api/public/pieces/recent',
        headers: { 'if-none-match': String(before[3]) },
      });
      assert.equal(statusCode, 200);
    });

    for (const [age, header] of [
      ['0', 'public, no-cache'],
      ['60', 'public, max-age=60'],
      ['31536000', 'public, max-age=31536000'],
    ] as const) {
      test(`PUBLIC_MAX_AGE=${age} says ${header}`, async () => {
        const { app, add } = await startService(kind, { PUBLIC_MAX_AGE: age });
        await add(author('ada'), piece('ada', { id: ID }));
        for (const url of READS) {
          const { headers } = await app.inject(url);
          assert.equal(headers['cache-control'], header, url);
          const unchanged = await app.inject({ url, headers: { 'if-none-match': '*' } });
          assert.equal(unchanged.headers['cache-control'], header, url);
        }
        for (const url of FAILURES) {
          const { headers } = await app.inject(url);
          assert.equal(headers['cache-control'], 'no-store', url);
        }
      });
    }
  });
}
