// A backup in a folder: complete, incremental, and restored only when every hash and count is right.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { backUp } from '../../src/operations/backup/back-up.ts';
import { backupFolder } from '../../src/operations/backup/backup-folder.ts';
import { writtenManifest } from '../../src/operations/backup/manifest.ts';
import { restore } from '../../src/operations/backup/restore.ts';
import { author } from '../support/archive/records.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { assertDone, assertOneLine, cliAt } from '../support/processes/cli.ts';
import {
  assertWell,
  emptyConfig,
  exportOf,
  imagesAt,
  newFolder,
  pieces,
  storeImage,
} from './world.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const NOW = new Date('2026-11-15T01:02:03.000Z');
const LATER = new Date('2026-11-16T01:02:03.000Z');

const manifestIn = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));

describe('backup to a folder', () => {
  test('has a manifest with the size and hash of every file, and the count of every row', async () => {
    const { place, config } = await pieces();
    const folder = await newFolder();
    await backUp(config, backupFolder(folder), NOW);
    const { manifest } = await manifestIn(folder);
    assert.equal(manifest.made_at, NOW.toISOString());
    const files = [...manifest.database.parts, ...manifest.images];
    assert.equal(manifest.images.length, 6);
    for (const { name, bytes, sha256: hash } of files) {
      const content = await readFile(join(folder, name));
      assert.deepEqual([content.length, sha256(content)], [bytes, hash], name);
    }
    const { rows } = manifest.database;
    assert.deepEqual([rows.pieces, rows.publications, rows.authors], [3, 3, 1]);
    for (const [table, count] of Object.entries(rows)) {
      assert.equal((await sqlAt(place, `SELECT 1 FROM "${table}"`)).length, count, table);
    }
    const listed = files.map(({ name }) => name).concat('manifest.json', 'media');
    assert.deepEqual((await readdir(folder, { recursive: true })).sort(), listed.sort());
  });

  test('copies only new images the second time, and drops what is no longer there', async () => {
    const { place, config } = await pieces();
    const folder = await newFolder();
    assert.equal((await backUp(config, backupFolder(folder), NOW)).copied, 6);
    const [first = ''] = await readdir(join(folder, 'media'));
    const before = await stat(join(folder, 'media', first));
    const [kept = '', gone = ''] = (await readdir(join(folder, 'media'))).slice(1);
    await storeImage(config, 'a new image');
    await rm(join(config.dataDir, 'media', gone));
    // Damaged in the backup: copied again.
    await writeFile(join(folder, 'media', kept), 'other bytes');
    await importLines(await contextAt(place), [author('ben')]);
    const { manifest, copied } = await backUp(config, backupFolder(folder), LATER);
    assert.equal(copied, 3);
    assert.equal((await stat(join(folder, 'media', first))).ino, before.ino);
    assert.equal(manifest.database.rows['authors'], 2);
    const names = await readdir(folder);
    assert.deepEqual(names.sort(), ['database-20261116T010203000Z.db', 'manifest.json', 'media']);
    assert.equal((await readdir(join(folder, 'media'))).includes(gone), false);
  });

  test('is the command with a folder, and restore brings everything back', async () => {
    const { place, config } = await pieces();
    const folder = join(await newFolder(), 'new');
    for (const target of [`${folder}/`, folder]) {
      const ended = await cliAt(place, 'backup', target);
      assertDone(ended);
      assert.match(
        ended.stdout,
        /^Backed up 1 writer, 3 pieces \(\d+ rows in all\) and 6 image files/,
      );
    }
    const target = await emptyConfig();
    // The cache's file isn't data, and stays when an operator removes the database.
    await mkdir(target.dataDir, { recursive: true });
    await writeFile(join(target.dataDir, 'responses.db'), 'of another database');
    const ended = await cliAt({ ...place, dataDir: target.dataDir }, 'restore', folder);
    assertDone(ended);
    assert.match(ended.stdout, /^Restored 1 writer, 3 pieces .*\nEvery hash and row count matches/);
    assert.deepEqual(await exportOf(target), await exportOf(config));
    assert.deepEqual(await imagesAt(target), await imagesAt(config));
    await assertWell(target);
    const again = await cliAt({ ...place, dataDir: target.dataDir }, 'restore', folder);
    assertOneLine(again, 'not empty', target.dataDir);
    assertOneLine(await cliAt(place, 'backup', place.dataDir), 'data folder');
    assertOneLine(await cliAt(place, 'restore', '/none'), '/none');
  });
});

/** Damage to a backup, and the words with which restore refuses it. */
const DAMAGED: [what: string, damage: (folder: string) => Promise<unknown>, ...words: string[]][] =
  [
    ['without a manifest', (folder) => rm(join(folder, 'manifest.json')), 'no backup'],
    ['with half a manifest', (folder) => cut(join(folder, 'manifest.json'), 200), 'manifest.json'],
    [
      'with another count in its manifest',
      async (folder) => {
        const file = join(folder, 'manifest.json');
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.replace(/"pieces": 3/, '"pieces": 2'));
      },
      'manifest.json',
    ],
    [
      'whose database has other rows than its manifest says',
      async (folder) => {
        const { manifest } = await manifestIn(folder);
        manifest.database.rows.pieces = 2;
        await writeFile(join(folder, 'manifest.json'), writtenManifest(manifest));
      },
      'pieces has 3 rows, expected 2',
    ],
    ['without its database', async (folder) => rm(await databaseOf(folder)), 'incomplete', '.db'],
    [
      'with half a database',
      async (folder) => cut(await databaseOf(folder), 50_000),
      'damaged',
      '.db',
    ],
    [
      'with one other byte in its database',
      async (folder) => {
        const file = await databaseOf(folder);
        const bytes = await readFile(file);
        bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
      'damaged',
    ],
    [
      'without one of its images',
      async (folder) => rm(await imageOf(folder)),
      'incomplete',
      'media/',
    ],
    [
      'with another image',
      async (folder) => writeFile(await imageOf(folder), 'x'),
      'damaged',
      'media/',
    ],
  ];

const cut = async (file: string, bytes: number) =>
  writeFile(file, (await readFile(file)).subarray(0, bytes));
const databaseOf = async (folder: string) =>
  join(folder, String((await manifestIn(folder)).manifest.database.parts[0].name));
const imageOf = async (folder: string) =>
  join(folder, 'media', (await readdir(join(folder, 'media')))[3] ?? '');

describe('restore', async () => {
  const { config } = await pieces();
  for (const [what, damage, ...words] of DAMAGED) {
    test(`refuses a backup ${what}, and leaves the place empty`, async () => {
      const folder = await newFolder();
      await backUp(config, backupFolder(folder), NOW);
      await damage(folder);
      const target = await emptyConfig();
      await assert.rejects(restore(target, backupFolder(folder)), (error: Error) => {
        assert.equal(error.name, 'OperatorError');
        for (const word of words) assert.ok(error.message.includes(word), error.message);
        return true;
      });
      assert.deepEqual(await imagesAt(target), {});
      assert.deepEqual(await readdir(target.dataDir), []);
    });
  }

  test('takes a database in several parts, as earlier versions left it in buckets', async () => {
    const folder = await newFolder();
    await backUp(config, backupFolder(folder), NOW);
    const file = await databaseOf(folder);
    const bytes = await readFile(file);
    const { manifest } = await manifestIn(folder);
    manifest.database.parts = await Promise.all(
      [bytes.subarray(0, 100_000), bytes.subarray(100_000)].map(async (part, at) => {
        const name = `${basename(file)}.00000${at}`;
        await writeFile(join(folder, name), part);
        return { name, bytes: part.length, sha256: sha256(part), etag: '"a"' };
      }),
    );
    await rm(file);
    await writeFile(join(folder, 'manifest.json'), writtenManifest(manifest));
    const target = await emptyConfig();
    await restore(target, backupFolder(folder));
    assert.deepEqual(await exportOf(target), await exportOf(config));
  });

  test('refuses the backup of another kind of database', async () => {
    const folder = await newFolder();
    await backUp(config, backupFolder(folder), NOW);
    const target = await emptyConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    await assert.rejects(restore(target, backupFolder(folder)), /Unset DATABASE_URL/);
  });
});
