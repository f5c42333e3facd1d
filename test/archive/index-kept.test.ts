// An import leaves the position and search text of pieces alone that come before all of its own.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';

const at = (day: number, headline: string) =>
  piece('ada', { headline, published_at: `2026-05-0${day}T00:00:00.000Z` });

test('an import on postgres leaves nothing that a search would have to go through before its index', async () => {
  const place = await freshPlace('postgres');
  const context = await contextAt(place);
  await importLines(context, [author('ada'), at(1, 'One'), at(2, 'Two')]);
  for (const index of ['headlines', 'subs', 'bodies']) {
    const [row] = await sqlAt(
      place,
      `SELECT gin_clean_pending_list('piece_${index}_index') AS pages`,
    );
    assert.equal(Number(row?.['pages']), 0, index);
  }
});

for (const kind of DATABASES) {
  describe(`an import on ${kind}`, () => {
    test('indexes its own pieces, and again only those that come after one of them', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      await importLines(context, [author('ada'), at(1, 'One'), at(2, 'Two'), at(4, 'Four')]);
      // Marks the indexed texts, to see which of them are indexed again.
      await sqlAt(place, `UPDATE piece_texts SET sub = 'kept'`);
      await importLines(context, [at(5, 'Five'), at(2, 'Two again'), at(3, 'Three')]);
      const rows = await sqlAt(
        place,
        `SELECT p.headline, t.sub FROM publications p JOIN piece_texts t ON t.position = p.position
         ORDER BY p.position`,
      );
      assert.deepEqual(
        rows.map(({ headline, sub }) => [headline, sub]),
        [
          ...[
            ['One', 'kept'],
            ['Two', 'kept'],
            ['Two again', ''],
            ['Three', ''],
          ],
          ...[
            ['Four', ''],
            ['Five', ''],
          ],
        ],
      );
      await sqlAt(place, `UPDATE piece_texts SET sub = ''`);
      await context.store.checkSearchIndex();
    });
  });
}
