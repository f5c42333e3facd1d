// backup: a whole and consistent copy, taken while others write.

import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { databaseFile, type Query, sqlAt, withSql } from '../support/databases/sql.ts';
import {
  assertDone,
  assertOneLine,
  cliAt,
  environmentOf,
  startCli,
} from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';

const AT_ONCE = 7;

async function sqliteWithPieces(): Promise<Place> {
  const place = await freshPlace('sqlite');
  const context = await contextAt(place);
  await importLines(context, [author('ada'), ...Array.from({ length: 20 }, () => piece('ada'))]);
  await context.store.close();
  return place;
}

/** A separate data folder for each copy, from which a service could start. */
async function newCopy(place: Place, name: string) {
  const copy = { dataDir: join(place.dataDir, name), databaseUrl: null };
  await mkdir(copy.dataDir, { mode: 0o700 });
  return { copy, file: databaseFile(copy) };
}

/** Runs backup, and the work again and again until it has ended. */
async function backupDuring(place: Place, file: string, work: () => Promise<unknown>) {
  const running = startCli(environmentOf(place), ['backup', file]);
  while (running.process.exitCode === null && running.process.signalCode === null) {
    await work();
    await setImmediate();
  }
  return running.ended;
}

/** One transaction of some rows; a copy that has one of them has them all. */
async function writeSome(query: Query): Promise<void> {
  await query('BEGIN IMMEDIATE');
  await query(
    `INSERT INTO settings WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${AT_ONCE})
     SELECT hex(randomblob(16)), hex(randomblob(2000)) FROM n`,
  );
  await query('COMMIT');
}

const countIn = async (query: Query) =>
  Number((await query('SELECT count(*) AS n FROM settings'))[0]?.['n']);

describe('backup', () => {
  test('is consistent while a writer writes, has all that was there, and opens', async () => {
    const place = await sqliteWithPieces();
    await withSql(place, async (query) => {
      // The last commits are then in the WAL, not in the main file, where a plain copy would look.
      await query('PRAGMA wal_autocheckpoint = 0');
      const others = await countIn(query);
      for (let round = 0; round < rounds(3, 20); round += 1) {
        const { copy, file } = await newCopy(place, `copy-${round}`);
        await writeSome(query);
        const before = (await countIn(query)) - others;
        const ended = await backupDuring(place, file, () => writeSome(query));
        assertDone(ended);
        assert.ok(ended.stdout.includes(file));
        const copied = (await withSql(copy, countIn)) - others;
        assert.equal(copied % AT_ONCE, 0, 'a transaction was cut in two');
        assert.ok(copied >= before, `${copied} rows of at least ${before}`);
        assertDone(await cliAt(copy, 'doctor'));
        assert.deepEqual(await sqlAt(copy, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
        assert.equal((await sqlAt(copy, 'SELECT 1 FROM publications')).length, 20);
      }
    });
    assertDone(await cliAt(place, 'doctor'));
  });

  test('ends also when a large database never comes to rest', async () => {
    const place = await sqliteWithPieces();
    await sqlAt(place, 'CREATE TABLE ballast (bytes BLOB)');
    await sqlAt(
      place,
      `INSERT INTO ballast WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200)
       SELECT zeroblob(1000000) FROM n`,
    );
    const { copy, file } = await newCopy(place, 'copy');
    await withSql(place, async (query) => {
      const write = () => query('INSERT INTO ballast VALUES (zeroblob(10))');
      assertDone(await backupDuring(place, file, write));
    });
    assertDone(await cliAt(copy, 'doctor'));
  });

  test('refuses what it cannot do, in one line, and leaves no half copy', async () => {
    const place = await sqliteWithPieces();
    const { file } = await newCopy(place, 'copy');
    await writeFile(file, 'kept');
    assertOneLine(await cliAt(place, 'backup', file), file, 'exists');
    const missing = join(dirname(file), 'missing', 'copy.db');
    assertOneLine(await cliAt(place, 'backup', missing), missing);
    assert.deepEqual(await readdir(dirname(file)), ['standfirst.db']);
    assertOneLine(await cliAt(await freshPlace('postgres'), 'backup', missing), 'pg_dump');
  });
});
