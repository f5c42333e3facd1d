// A data folder or database file that cannot be used: one line, and everything as it was.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { emptyPlace, freshPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { databaseFile } from '../support/databases/sql.ts';
import { assertDone, assertOneLine, cliAt, runCli } from '../support/processes/cli.ts';

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

const COMMANDS = [['serve'], ['migrate'], ['export', '/dev/null/x']];

async function refusedEverywhere(place: Place, ...words: (string | RegExp)[]): Promise<void> {
  const starts = COMMANDS.map((args) => cliAt(place, ...args));
  for (const ended of await Promise.all(starts)) {
    assertOneLine(ended, ...words);
    assert.equal(ended.stdout, '');
  }
}

describe('a data folder', () => {
  test('that is a file', async () => {
    const { dataDir } = await freshPlace('sqlite');
    const file = join(dataDir, 'a-file');
    await writeFile(file, 'kept');
    await refusedEverywhere({ dataDir: file, databaseUrl: null }, 'DATA_DIR', file);
    await refusedEverywhere({ dataDir: join(file, 'in'), databaseUrl: null }, 'DATA_DIR', file);
    assert.equal(await readFile(file, 'utf8'), 'kept');
  });

  test('that cannot be made', () =>
    refusedEverywhere({ dataDir: '/proc/standfirst', databaseUrl: null }, '/proc/standfirst'));

  test('that cannot be written to', () =>
    refusedEverywhere(
      { dataDir: '/proc', databaseUrl: null },
      /\/proc\/standfirst\.db|^There is no database in \/proc yet/,
    ));
});

/** Commands that need existing data. */
const NEED_DATA = [
  ['export', 'out.ndjson'],
  ['rebuild'],
  ['deliver'],
  ['deliver', '--once'],
  ['key', 'create', '--writer', 'ada', '--name', 'laptop'],
  ['key', 'revoke', 'x'],
  ['writer', 'verify', 'ada'],
  ['writer', 'password', 'ada'],
  ['writer', 'suspend', 'ada'],
  ['writer', 'reinstate', 'ada'],
];

describe('a command that needs data', () => {
  const refused = async (place: Place, commands: string[][], ...words: string[]) => {
    const before = await readdir(place.dataDir);
    for (const args of commands) {
      const inside = args.map((each) => each.replace(/^out\b/, join(place.dataDir, 'out')));
      const ended = await cliAt(place, ...inside);
      assertOneLine(ended, ...words);
      assert.equal(ended.stdout, '');
      assert.deepEqual(await readdir(place.dataDir), before, args.join(' '));
    }
  };

  test('says that there is no database, and makes none', async () => {
    const place = await emptyPlace('sqlite');
    await refused(place, NEED_DATA, `There is no database in ${place.dataDir} yet.`);
  });

  test('says that the database is empty, and makes no tables', async () => {
    const place = await emptyPlace('sqlite');
    await writeFile(databaseFile(place), '', { mode: 0o600 });
    await refused(place, NEED_DATA.slice(0, 2), 'is empty', 'Restore a backup');
    assert.equal((await readFile(databaseFile(place))).length, 0);
  });
});

describe('a database file', () => {
  test('that is a folder', async () => {
    const place = await emptyPlace('sqlite');
    await mkdir(databaseFile(place));
    await refusedEverywhere(place, databaseFile(place));
    assertOneLine(await cliAt(place, 'doctor'), databaseFile(place));
  });

  const GARBAGE: [what: string, bytes: Buffer][] = [
    ['random bytes', randomBytes(8192)],
    ['text', Buffer.from('All of it is garbage. '.repeat(400))],
    ['the first page of a database, then garbage', Buffer.from('SQLite format 3\0'.repeat(500))],
  ];
  for (const [what, bytes] of GARBAGE) {
    test(`that is ${what}`, async () => {
      const place = await freshPlace('sqlite');
      await writeFile(databaseFile(place), bytes);
      await refusedEverywhere(place, databaseFile(place));
      for (const args of [['doctor'], ['backup', join(place.dataDir, 'copy.db')]]) {
        const ended = await cliAt(place, ...args);
        assert.notEqual(ended.code, 0);
        assertOneLine(ended);
      }
      assert.deepEqual(await readFile(databaseFile(place)), bytes);
      assert.deepEqual(await readdir(place.dataDir), ['standfirst.db']);
    });
  }

  test('whose pages were damaged later', async () => {
    const place = await freshPlace('sqlite');
    const context = await contextAt(place);
    await importLines(context, [author('ada'), ...Array.from({ length: 60 }, () => piece('ada'))]);
    await context.store.close();
    const bytes = await readFile(databaseFile(place));
    bytes.fill(0xaa, 4096);
    await writeFile(databaseFile(place), bytes);
    for (const args of [...COMMANDS, ['doctor']]) {
      assertOneLine(await cliAt(place, ...args), databaseFile(place));
    }
  });

  test('that another process has locked for itself, until it lets go', async () => {
    const place = await freshPlace('sqlite');
    assertDone(await cliAt(place, 'migrate'));
    const before = await hashOf(databaseFile(place));
    const other = new DatabaseSync(databaseFile(place));
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    try {
      await refusedEverywhere(place, databaseFile(place), 'locked');
      assertOneLine(await cliAt(place, 'doctor'), databaseFile(place), 'locked');
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
    assert.equal(await hashOf(databaseFile(place)), before);
    assertDone(await cliAt(place, 'doctor'));
  });

  test('that is not there is not made by doctor or backup', async () => {
    const place = await emptyPlace('sqlite');
    assertOneLine(await cliAt(place, 'backup', join(place.dataDir, 'copy.db')), place.dataDir);
    const ended = await runCli({ DATA_DIR: place.dataDir }, ['doctor']);
    assert.match(ended.stderr, /^[^\n]+\n$/);
    assert.notEqual(ended.code, 0);
    assert.deepEqual(await readdir(place.dataDir), []);
  });
});
