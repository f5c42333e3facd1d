// On PostgreSQL the search filters are stored next to the text, and belong to the piece that has the text now.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Context } from '../../src/operations/operation.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../support/databases/existing-database.ts';

const day = (number: number) => `2026-05-0${number}T00:00:00.000Z`;

/** For each filter, who wrote what is found. */
async function writersFound(context: Context, filters: string[]): Promise<string[]> {
  const app = await appOn(context);
  const found: string[] = [];
  for (const filter of filters) {
    const answer = await app.inject(`/api/public/pieces/search?q=headline&${filter}`);
    const { results }: { results: { authors: { slug: string }[] }[] } = answer.json();
    found.push(results.map(({ authors }) => authors[0]?.slug).join(' '));
  }
  return found;
}

const FILTERS = ['author=ada', 'author=bob', 'tag=one', 'tag=two', 'locale=de', 'locale=fr'];

for (const kind of DATABASES) {
  describe(`a search with filters on ${kind}`, () => {
    test('finds a text by what its piece is, after another has made room for an older one', async () => {
      const context = await contextAt(await freshPlace(kind));
      const [ada, bob] = [
        { tags: ['one'], locale: 'de' },
        { tags: ['two'], locale: 'fr' },
      ];
      await importLines(context, [
        ...[author('ada'), author('bob'), author('eve')],
        piece('ada', { published_at: day(2), ...ada }),
        piece('bob', { published_at: day(3), ...bob }),
      ]);
      const expected = ['ada', 'bob', 'ada', 'bob', 'ada', 'bob'];
      assert.deepEqual(await writersFound(context, FILTERS), expected);
      // The same text moves to the other's position, where it is already.
      await importLines(context, [piece('eve', { published_at: day(1) })]);
      assert.deepEqual(await writersFound(context, FILTERS), expected);
      await context.store.checkSearchIndex();
    });

    test('finds what is of a time, to the moment, over the ends of months and years', async () => {
      const context = await contextAt(await freshPlace(kind));
      const times = [
        '0999-12-31T23:59:59.999Z',
        '2025-12-31T23:59:59.999Z',
        '2026-01-01T00:00:00.000Z',
      ];
      await importLines(context, [
        ...[author('ada'), author('bob'), author('eve')],
        ...['ada', 'bob', 'eve'].map((each, at) => piece(each, { published_at: times[at] })),
      ]);
      const found = await writersFound(context, [
        'since=2025-12-31&until=2026-01-01',
        'since=2025-12-31&until=2025-12-31',
        'since=2026-01-01&until=2026-01-01',
        'since=2025-12-31T23:59:59.999Z&until=2026-01-01T00:00:00Z',
        'since=2026-01-01T00:00:00.001Z&until=2026-02-01',
        'since=0999-12-01&until=0999-12-31',
        'since=0999-12-31&until=2026-01-01',
        'since=2026-02-01&until=2026-01-01',
        'since=2025-12-01&until=2026-01-31&author=bob',
      ]);
      assert.deepEqual(found, [
        'eve bob',
        'bob',
        'eve',
        'eve bob',
        '',
        'ada',
        'eve bob ada',
        '',
        'bob',
      ]);
    });
  });
}
