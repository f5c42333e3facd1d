// doctor: says what is well and what is not, and changes nothing. Damages are in doctor-damage.test.ts.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import {
  DATABASES_IN_FULL,
  type DatabaseKind,
  emptyPlace,
  type Place,
} from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { databaseFile, sqlAt, withSql } from '../support/databases/sql.ts';
import { assertDone, cliAt, type Ended } from '../support/processes/cli.ts';

async function placeWithPieces(kind: DatabaseKind): Promise<Place> {
  const place = await emptyPlace(kind);
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada'), piece('ada'), piece('ada')]);
  return place;
}

/** Checks that run in any case, since they don't depend on the database. */
const FILES = ['permissions', 'disk'];

/** What doctor says about a database without any tables. */
const EMPTY = ['is empty', 'Restore a backup', 'if the site is new, run migrate'];

/** Checks that run before any rows are looked at. */
const MADE = (database: string) => ['tables, indexes and triggers', database, 'types of values'];

/** Asserts that passed checks are on standard output, and that standard error has one line with these words. */
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

for (const kind of DATABASES_IN_FULL) {
  describe(`doctor on ${kind}`, () => {
    test('finds a sound database sound', async () => {
      const place = await placeWithPieces(kind);
      const ended = await cliAt(place, 'doctor');
      assertFinds(ended, [
        ...['settings', ...MADE(`${kind}), 3 published pieces`), 'foreign keys', 'publications'],
        'records',
        ...['search index', 'images, 0 referred to', 'clock', '0 deliveries'],
        ...['erased accounts', 'webhooks', ...FILES],
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
           SELECT '${id}', id, 'ping', '{}', '${state}', 't', '2026-01-01' FROM accounts`,
        );
      }
      const { code, stdout } = await cliAt(place, 'doctor');
      assert.equal(code, 0);
      assert.match(stdout, /^ok {4}2 deliveries due$/m);
    });

    test('finds records that were altered, and webhooks that fail or were switched off', async () => {
      const place = await placeWithPieces(kind);
      const [first] = await sqlAt(place, 'SELECT id FROM pieces ORDER BY id');
      await sqlAt(
        place,
        `UPDATE publications SET headline = 'Mine' WHERE piece_id = '${first?.['id']}'`,
      );
      const told = await cliAt(place, 'doctor');
      assert.match(
        told.stderr,
        /1 records of pieces say something else than readers see .* run rebuild/,
      );
      assertDone(await cliAt(place, 'rebuild'));
      assert.equal((await cliAt(place, 'doctor')).stderr, '');
      await sqlAt(
        place,
        `UPDATE piece_versions SET body_md = body_md || '!', hash = 'x' WHERE piece_id = '${first?.['id']}'`,
      );
      await sqlAt(
        place,
        `INSERT INTO webhooks (account_id, url, secret, enabled, failing_since, events, created_at, updated_at)
         SELECT id, 'https://hooks.example/?token=secret', 's', 1, '2026-01-01', '[]', 't', 't' FROM accounts`,
      );
      const { stderr } = await cliAt(place, 'doctor');
      assert.match(stderr, /1 records of pieces were altered .*Version 1 was altered/);
      assert.match(stderr, /The webhook of ada to hooks\.example has failed since 2026-01-01/);
      assert.doesNotMatch(stderr, /token/);
      await sqlAt(place, `UPDATE webhooks SET enabled = 0, disabled_reason = 'gone'`);
      const { code, stdout } = await cliAt(place, 'doctor', '--json');
      const findings = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.equal(code, 1);
      assert.ok(findings.some(({ ok, message }) => ok && message === 'settings'));
      assert.ok(
        findings.some(
          ({ ok, message }) => !ok && /switched off, because it answered 410/.test(message),
        ),
      );
    });

    test('names the migrations that are still to come, and leaves them', async () => {
      const place = await emptyPlace(kind);
      assertDone(await cliAt(place, 'migrate'));
      await sqlAt(place, `DELETE FROM kysely_migration WHERE name LIKE '0002%'`);
      assertFinds(await cliAt(place, 'doctor'), ['settings', ...FILES], '0002-search', 'migrate');
      const left = await sqlAt(place, 'SELECT name FROM kysely_migration');
      assert.ok(!JSON.stringify(left).includes('0002'));
    });

    test('finds a database from a newer version', async () => {
      const place = await emptyPlace(kind);
      assertDone(await cliAt(place, 'migrate'));
      await sqlAt(place, `INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01')`);
      assertFinds(await cliAt(place, 'doctor'), ['settings'], '9999-later', 'newer');
    });
  });
}

describe('doctor', () => {
  test('waits for nobody who writes, and nobody for it', async () => {
    const place = await placeWithPieces('sqlite');
    await withSql(place, async (query) => {
      await query('BEGIN IMMEDIATE');
      assertDone(await cliAt(place, 'doctor'));
    });
  });

  test('says that there is no database yet', async () => {
    const place = await emptyPlace('sqlite');
    assertFinds(await cliAt(place, 'doctor'), ['settings'], place.dataDir);
    const empty = await emptyPlace('postgres');
    assertFinds(await cliAt(empty, 'doctor'), ['settings', ...FILES], ...EMPTY);
    assert.deepEqual(
      await sqlAt(empty, `SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'`),
      [],
    );
  });

  test('does not send whoever lost a database to a new one', async () => {
    const place = await emptyPlace('sqlite');
    await writeFile(databaseFile(place), '', { mode: 0o600 });
    assertFinds(await cliAt(place, 'doctor'), ['settings', ...FILES], ...EMPTY);
  });
});
