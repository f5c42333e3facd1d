// A large import on PostgreSQL: no statement of it that grows with the archive is cut off by a time limit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';

/** Notes how long each statement that moves pieces might have taken. */
const NOTING = [
  'CREATE TABLE noted (longest TEXT)',
  `CREATE FUNCTION note_longest() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO noted VALUES (current_setting('statement_timeout')); RETURN NULL; END $$`,
  ...['pieces', 'publications', 'publication_tags', 'authors'].map(
    (table) =>
      `CREATE TRIGGER noting AFTER UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION note_longest()`,
  ),
];

test('statements that grow with an import have no time limit', async () => {
  const place = await freshPlace('postgres');
  await withSql(place, async (query) => {
    for (const statement of NOTING) await query(statement);
  });
  const context = await contextAt(place);
  const older = { published_at: '2026-01-01T00:00:00.000Z', tags: ['bridges'] };
  const newer = { published_at: '2026-02-01T00:00:00.000Z', tags: ['bridges'] };
  await importLines(context, [author('ada'), piece('ada', newer), piece('ada', older)]);
  const noted = await sqlAt(place, 'SELECT longest, count(*) AS times FROM noted GROUP BY longest');
  assert.deepEqual(
    noted.map(({ longest }) => longest),
    ['0'],
  );
});
