// A database file that is deleted, moved or replaced while the service has it open: nothing more is
// acknowledged into it, and the service says that it is not ready.

import assert from 'node:assert/strict';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { backupSqlite } from '../../src/store/sqlite/backup.ts';
import { openStore } from '../../src/store/store.ts';
import { databaseFile, sqlAt } from '../support/databases/sql.ts';
import { textFields } from '../support/desk/texts.ts';
import { addKey, addWriter, browserOf, DRAFT, post, startGate } from '../support/gate.ts';

const MOVES: { name: string; move(file: string): Promise<void> }[] = [
  { name: 'the file is deleted', move: (file) => rm(file) },
  {
    name: 'the file is replaced',
    async move(file) {
      await copyFile(file, `${file}.copy`);
      await rename(`${file}.copy`, file);
    },
  },
  { name: 'its write-ahead log is deleted', move: (file) => rm(`${file}-wal`) },
];

/** The same file, as `cp` leaves it, with other contents. */
const overwrite = async (file: string, bytes: Buffer) => writeFile(file, bytes);

async function startWorld() {
  const gate = await startGate('sqlite');
  const ada = await addWriter(gate, 'ada');
  const { key } = await addKey(gate, 'ada');
  const browser = await browserOf(gate, ada);
  const file = databaseFile(gate.place);
  const page = '/desk/edit/pieces/new';
  const fields = { ...textFields('one'), [CSRF_FIELD]: await browser.csrfToken(page) };
  const statuses = async () => [
    (await post(gate, key, DRAFT)).statusCode,
    (await browser.post(page, fields)).statusCode,
    (await gate.app.inject('/readyz')).statusCode,
  ];
  return { file, place: gate.place, statuses };
}

describe('while the service runs', () => {
  for (const { name, move } of MOVES) {
    test(`${name}: nothing is acknowledged any more`, async () => {
      const { file, statuses } = await startWorld();
      assert.deepEqual(await statuses(), [201, 303, 200]);
      await move(file);
      assert.deepEqual(await statuses(), [503, 503, 503]);
    });
  }

  test('the file is overwritten by another database: nothing is acknowledged any more', async () => {
    const other = await startWorld();
    // Places of tests are copies of one database, and those of people are not.
    await sqlAt(other.place, 'PRAGMA user_version = 7');
    await sqlAt(other.place, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const { file, statuses } = await startWorld();
    assert.deepEqual(await statuses(), [201, 303, 200]);
    await overwrite(file, await readFile(other.file));
    assert.deepEqual(await statuses(), [503, 503, 503]);
  });

  test('the file is overwritten by an older copy of its own: nothing is acknowledged', async () => {
    const { file, place, statuses } = await startWorld();
    await sqlAt(place, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const older = await readFile(file);
    await sqlAt(place, `UPDATE authors SET bio = '${'Words. '.repeat(5_000)}'`);
    await sqlAt(place, 'PRAGMA wal_checkpoint(TRUNCATE)');
    assert.deepEqual(await statuses(), [201, 303, 200]);
    await overwrite(file, older);
    assert.deepEqual(await statuses(), [503, 503, 503]);
  });

  test('the file is overwritten by a backup of its own: nothing is acknowledged', async () => {
    const { file, place, statuses } = await startWorld();
    const copy = `${file}.backup`;
    await backupSqlite(place.dataDir, copy);
    assert.deepEqual(await statuses(), [201, 303, 200]);
    await overwrite(file, await readFile(copy));
    assert.deepEqual(await statuses(), [503, 503, 503]);
  });

  test('what SQLite does to its file itself is no fault', async () => {
    const { place, statuses } = await startWorld();
    for (const statement of ['PRAGMA wal_checkpoint(TRUNCATE)', 'VACUUM', 'REINDEX']) {
      await sqlAt(place, statement);
      assert.deepEqual(await statuses(), [201, 303, 200], statement);
    }
    // Another process that starts, and two that start together, find the same database.
    const stores = await Promise.all([openStore(place), openStore(place)]);
    for (const store of stores) await store.close();
    assert.deepEqual(await statuses(), [201, 303, 200]);
  });

  test('the file is moved and brought back: then all is well', async () => {
    const { file, statuses } = await startWorld();
    await rename(file, `${file}.away`);
    assert.deepEqual(await statuses(), [503, 503, 503]);
    await rename(`${file}.away`, file);
    assert.deepEqual(await statuses(), [201, 303, 200]);
  });
});
