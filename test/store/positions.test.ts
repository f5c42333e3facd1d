// The order of pieces: newest first, the same each time, however and whenever they came in.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { READ_AT_ONCE } from '../../src/operations/discovery/sitemap.ts';
import type { Context } from '../../src/operations/operation.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();

const named = (headline: string, published_at: string) => piece('ada', { headline, published_at });

const newest = async ({ store }: Context, limit: number, category: string | null = null) =>
  (await store.publications.recent(limit, category ? { category } : {})).map(
    ({ headline }) => headline,
  );

const found = async ({ store }: Context, limit: number) =>
  (await store.publications.search({ terms: ['p'], filter: {}, after: null, limit })).map(
    ({ headline }) => headline,
  );

const exported = async ({ store }: Context) =>
  (await store.pieceExport.page(null, 5000, null)).map(({ versions }) => versions[0]?.headline);

for (const kind of DATABASES) {
  describe(`the order of pieces on ${kind}`, () => {
    test('is by time of publication, whatever the order of import', async () => {
      const context = await contextAt(await freshPlace(kind));
      await importLines(context, [author('ada'), named('p3', at(3)), named('p1', at(1))]);
      await importLines(context, [named('p2', at(2)), named('p5', at(5)), named('p0', at(0))]);
      await importLines(context, [named('p4', at(4))]);
      const expected = ['p5', 'p4', 'p3', 'p2', 'p1', 'p0'];
      assert.deepEqual(await newest(context, 10), expected);
      assert.deepEqual(await found(context, 10), expected);
      assert.deepEqual(await exported(context), [...expected].reverse());
    });

    test('has what came in later as newer, of the same millisecond', async () => {
      const context = await contextAt(await freshPlace(kind));
      await importLines(context, [author('ada'), named('p1', at(5)), named('p2', at(5))]);
      await importLines(context, [named('p0', at(4)), named('p3', at(5)), named('p9', at(6))]);
      await importLines(context, [named('p4', at(5))]);
      const expected = ['p9', 'p4', 'p3', 'p2', 'p1', 'p0'];
      assert.deepEqual(await newest(context, 10), expected);
      assert.deepEqual(await found(context, 10), expected);
    });

    test('holds for more pieces of one moment than are read at once, and around them', async () => {
      const context = await contextAt(await freshPlace(kind));
      const many = Array.from({ length: 2 * READ_AT_ONCE + 100 }, (_, index) => `p${index}`);
      const moment = at(60_000);
      await importLines(context, [
        ...[author('ada'), named('p before', at(0)), named('p after', at(120_000))],
        ...many.slice(0, 700).map((headline) => named(headline, moment)),
      ]);
      await importLines(
        context,
        many.slice(700).map((headline) => named(headline, moment)),
      );
      const expected = ['p after', ...many.reverse(), 'p before'];
      assert.deepEqual(await newest(context, 2000), expected);
      assert.deepEqual(await found(context, 2000), expected);
      assert.deepEqual(await exported(context), expected.reverse());
    });

    test('reaches from the earliest to the latest time that is taken', async () => {
      const context = await contextAt(await freshPlace(kind), () => new Date('9999-01-01'));
      const years = ['0001', '1000', '1690', '1969', '1970', '2026', '2248', '2300', '9998'];
      const lines = years.map((year) => named(`p${year}`, `${year}-06-01T00:00:00.000Z`));
      await importLines(context, [author('ada'), ...lines]);
      const expected = years.map((year) => `p${year}`).reverse();
      assert.deepEqual(await newest(context, 20), expected);
      assert.deepEqual(await found(context, 20), expected);
      assert.deepEqual(await exported(context), expected.reverse());
    });
  });
}
