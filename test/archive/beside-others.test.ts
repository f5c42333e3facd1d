// An import while others write: it waits for lines and renders them outside of transactions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { importArchive } from '../../src/operations/archive/import.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';

const PATIENCE_MS = 60_000;

for (const kind of DATABASES) {
  test(`others write while an import reads and renders, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const [importing, other] = [await contextAt(place), await contextAt(place)];
    await importLines(other, [author('ada')]);
    async function* lines() {
      for (let line = 1; line <= 120; line += 1) {
        yield JSON.stringify(piece('ada', { headline: `Piece ${line}` }));
      }
      const written = importLines(other, [author('bo')]).then(() => 'written');
      assert.equal(
        await Promise.race([written, setTimeout(PATIENCE_MS, 'waiting', { ref: false })]),
        'written',
      );
      yield JSON.stringify(piece('bo', { headline: 'Of somebody who came meanwhile' }));
    }
    assert.equal((await importArchive(importing, lines())).pieces, 121);
    assert.equal(await other.store.publications.count(), 121);
  });
}
