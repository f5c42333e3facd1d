// The shop's pages: every product once, newest first, to the very last.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const names = (body: string) =>
  [...body.matchAll(/dir="auto">(Product \d+)</g)].map(([, name]) => name);

for (const kind of DATABASES_IN_FULL) {
  describe(`the shop, on ${kind}`, () => {
    test('is read to its end, a page at a time', async () => {
      const { app, add } = await startService(kind);
      const all = Array.from({ length: 120 }, (_, at) => `Product ${at}`);
      await add(
        author('ada'),
        ...all.map((name, at) => product('ada', { name, category: at % 2 ? 'book' : 'art' })),
      );
      for (const [path, expected] of [
        ['/shop', all],
        ['/shop?category=book', all.filter((_name, at) => at % 2 === 1)],
      ] as const) {
        const seen: (string | undefined)[] = [];
        let next: string | undefined = path;
        while (next) {
          const { statusCode, body }: { statusCode: number; body: string } = await app.inject(next);
          assert.equal(statusCode, 200, next);
          seen.push(...names(body));
          next = /rel="next"[^>]* href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
        }
        assert.equal(seen.length, expected.length);
        assert.deepEqual([...new Set(seen)].sort(), [...expected].sort());
      }
    });

    test('has no page behind what is not there', async () => {
      const { app } = await startService(kind);
      for (const after of ['x', '11111111-2222-4333-8444-555555555555', '']) {
        assert.equal((await app.inject(`/shop?after=${after}`)).statusCode, 404);
      }
    });
  });
}
