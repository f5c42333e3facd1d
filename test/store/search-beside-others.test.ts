// What search looks at on PostgreSQL, while other processes write it, make it again or bring it to a newer version.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { putPublication } from '../../src/operations/publishing/build-publication.ts';
import { restorePublications } from '../../src/operations/publishing/restore-publications.ts';
import { updateSearchIndex } from '../../src/operations/publishing/search-index.ts';
import { statementsIn } from '../../src/store/migration-statements.ts';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { type Query, sqlAt, withSql } from '../support/databases/sql.ts';

const onePiece = async () => {
  const place = await freshPlace('postgres');
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada')]);
  return { place, context };
};

/** Until somebody waits for what another has locked. */
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
  for (const [first, second] of [
    ['piece_heads', 'piece_texts'],
    ['piece_texts', 'piece_heads'],
    ['piece_texts', 'piece_parts'],
  ]) {
    const rebuilding = await withSql(place, async (query) => {
      await query('BEGIN');
      await query(`SELECT 1 FROM ${first}`);
      const begun = context.store.rebuildSearchIndex();
      await oneWaits(place);
      await query(`SET LOCAL lock_timeout = '1s'`);
      await query(`SELECT 1 FROM ${second}`);
      await query('COMMIT');
      return { begun };
    });
    await rebuilding.begun;
  }
  await context.store.checkSearchIndex();
});

const UNDONE = [
  'DROP TABLE piece_heads',
  'DROP TRIGGER piece_texts_have_heads ON piece_texts',
  'DROP TRIGGER search_backlog_renews_facets ON search_backlog',
  ...['put_piece_heads()', 'renew_search_facets()', 'search_facets(BIGINT)'].map(
    (name) => `DROP FUNCTION ${name}`,
  ),
];

test('what another process publishes while its database is migrated is found by filters', async () => {
  const { place, context } = await onePiece();
  for (const each of UNDONE) await sqlAt(place, each);
  const file = new URL('../../migrations/0032-search-heads.postgres.sql', import.meta.url);
  const statements = statementsIn(await readFile(file, 'utf8'));
  const migrate = async (query: Query) => {
    for (const each of ['BEGIN', ...statements, 'COMMIT']) await query(each);
  };
  const migrating = await withSql(place, async (query) => {
    await query('BEGIN');
    await query(`UPDATE piece_texts SET headline = 'a later headline'`);
    const begun = withSql(place, migrate);
    await oneWaits(place);
    await query('COMMIT');
    return { begun };
  });
  await migrating.begun;
  const heads = await sqlAt(place, 'SELECT headline FROM piece_heads');
  assert.deepEqual(heads, [{ headline: 'a later headline' }]);
  await context.store.close();
});
