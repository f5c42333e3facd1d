// doctor: says what is well, stops at what is not, and changes nothing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import {
  DATABASES,
  type DatabaseKind,
  emptyPlace,
  type Place,
} from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';
import { assertDone, cliAt, type Ended } from '../support/processes/cli.ts';

async function placeWithPieces(kind: DatabaseKind): Promise<Place> {
  const place = await emptyPlace(kind);
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada'), piece('ada'), piece('ada')]);
  return place;
}

/** What was well goes to standard output; what is not is the one line on standard error. */
function assertFinds({ code, stdout, stderr }: Ended, well: string[], ...words: string[]): void {
  const lines = stdout.split('\n').filter((line) => line !== '');
  assert.deepEqual(
    lines.map((line) => line.slice(0, 6)),
    well.map(() => 'ok    '),
  );
  for (const [at, what] of well.entries())
    assert.ok(lines[at]?.includes(what), `${what}: ${stdout}`);
  if (words.length > 0) assert.match(stderr, /^[^\n]+\n$/);
  else assert.equal(stderr, '');
  for (const word of words) assert.ok(stderr.includes(word), `${word} is not in: ${stderr}`);
  assert.equal(code, words.length > 0 ? 1 : 0);
}

const BROKEN: { [kind in DatabaseKind]: [what: string, statement: string][] } = {
  sqlite: [
    [
      'a headline that left its index',
      `INSERT INTO piece_heads_index (piece_heads_index, rowid, headline, sub)
       SELECT 'delete', position, headline, sub FROM piece_texts LIMIT 1`,
    ],
    [
      'a body that left its index',
      `INSERT INTO piece_bodies_index (piece_bodies_index, rowid, part)
       SELECT 'delete', id, part FROM piece_parts LIMIT 1`,
    ],
    [
      'an author who left the index',
      `INSERT INTO author_texts_index (author_texts_index, rowid, folded)
       SELECT 'delete', id, folded FROM author_texts LIMIT 1`,
    ],
    [
      'an index that was emptied',
      `INSERT INTO piece_bodies_index (piece_bodies_index) VALUES ('delete-all')`,
    ],
    ['a piece whose text is gone', 'DELETE FROM piece_texts WHERE position = 2'],
    ['an author whose text is gone', 'DELETE FROM author_texts'],
  ],
  postgres: [
    ['a piece whose text is gone', 'DELETE FROM piece_texts WHERE position = 2'],
    ['an author whose text is gone', 'DELETE FROM author_texts'],
    ['an index that was dropped', 'DROP INDEX piece_bodies_index'],
  ],
};

for (const kind of DATABASES) {
  describe(`doctor on ${kind}`, () => {
    test('finds a sound database sound', async () => {
      const place = await placeWithPieces(kind);
      const ended = await cliAt(place, 'doctor');
      assertFinds(ended, [
        'settings',
        `${kind}), 3 published pieces`,
        'search index',
        '0 deliveries',
      ]);
    });

    test('counts the deliveries that are due', async () => {
      const place = await placeWithPieces(kind);
      for (const [id, state] of [
        ['a', 'due'],
        ['b', 'due'],
        ['c', 'delivered'],
      ]) {
        await sqlAt(
          place,
          `INSERT INTO deliveries (id, account_id, event, body, state, due_at, created_at)
           SELECT '${id}', id, 'ping', '{}', '${state}', 't', 't' FROM accounts`,
        );
      }
      const ended = await cliAt(place, 'doctor');
      assertFinds(ended, ['settings', 'database', 'search index', '2 deliveries']);
    });

    for (const [what, statement] of BROKEN[kind]) {
      test(`finds ${what}`, async () => {
        const place = await placeWithPieces(kind);
        await sqlAt(place, statement);
        assertFinds(await cliAt(place, 'doctor'), ['settings', 'database'], 'search index');
      });
    }

    test('names the migrations that are still to come, and leaves them', async () => {
      const place = await emptyPlace(kind);
      assertDone(await cliAt(place, 'migrate'));
      await sqlAt(place, `DELETE FROM kysely_migration WHERE name LIKE '0002%'`);
      assertFinds(await cliAt(place, 'doctor'), ['settings'], '0002-search', 'migrate');
      const left = await sqlAt(place, 'SELECT name FROM kysely_migration');
      assert.ok(!JSON.stringify(left).includes('0002'));
    });

    test('finds a database of a newer version', async () => {
      const place = await emptyPlace(kind);
      assertDone(await cliAt(place, 'migrate'));
      await sqlAt(place, `INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01')`);
      assertFinds(await cliAt(place, 'doctor'), ['settings'], '9999-later', 'newer');
    });
  });
}

describe('doctor', () => {
  test('does not blame the index for a database that is in use', async () => {
    const place = await placeWithPieces('sqlite');
    await withSql(place, async (query) => {
      await query('BEGIN IMMEDIATE');
      assertFinds(await cliAt(place, 'doctor'), ['settings', 'database'], 'locked by another');
    });
  });

  test('says that there is no database yet', async () => {
    const place = await emptyPlace('sqlite');
    assertFinds(await cliAt(place, 'doctor'), ['settings'], place.dataDir);
    const empty = await emptyPlace('postgres');
    assertFinds(await cliAt(empty, 'doctor'), ['settings'], '0001-foundation', 'migrate');
    assert.deepEqual(
      await sqlAt(empty, `SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'`),
      [],
    );
  });
});
