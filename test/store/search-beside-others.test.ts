// Search on PostgreSQL while other processes write, rebuild or upgrade its index.

import { test } from 'node:test';
import { putPublication } from '../../src/operations/publishing/build-publication.ts';
import { restorePublications } from '../../src/operations/publishing/restore-publications.ts';
import { updateSearchIndex } from '../../src/operations/publishing/search-index.ts';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';

const onePiece = async () => {
  const place = await freshPlace('postgres');
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada')]);
  return { place, context };
};

/** Waits until a connection waits for a lock of another. */
async function oneWaits(place: Place): Promise<void> {
  const waiting = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE NOT l.granted AND a.datname = current_database()`;
  while ((await sqlAt(place, waiting)).length === 0);
}

test('a piece that is published again while the backlog is worked off stays in search', async () => {
  const { place, context } = await onePiece();
  const other = await contextAt(place);
  await sqlAt(place, 'INSERT INTO search_backlog (position) SELECT position FROM publications');
  const [{ id } = { id: '' }] = await sqlAt(place, 'SELECT id FROM authors');
  const put = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const publishing = restorePublications(other, String(id), async (store, publication) => {
    await putPublication(store, publication);
    put.resolve();
    await end.promise;
  });
  await put.promise;
  const updating = updateSearchIndex(context);
  await oneWaits(place);
  end.resolve();
  await Promise.all([publishing, updating]);
  await context.store.checkSearchIndex();
});

test('a search that has begun ends beside a rebuild, which waits for it', async () => {
  const { place, context } = await onePiece();
  const rebuilding = await withSql(place, async (query) => {
    await query('BEGIN');
    await query(`SELECT 1 FROM piece_texts`);
    const begun = context.store.rebuildSearchIndex();
    await oneWaits(place);
    await query(`SET LOCAL lock_timeout = '1s'`);
    await query(`SELECT 1 FROM piece_parts`);
    await query('COMMIT');
    return { begun };
  });
  await rebuilding.begun;
  await context.store.checkSearchIndex();
});
