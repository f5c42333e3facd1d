// A backup that is killed or fails half-way leaves the one before as it was.

import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { backUp } from '../../src/operations/backup/back-up.ts';
import { type BackupFolder, backupFolder } from '../../src/operations/backup/backup-folder.ts';
import { restore } from '../../src/operations/backup/restore.ts';
import { piece } from '../support/archive/records.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { environmentOf, startCli } from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';
import { emptyConfig, exportOf, imagesAt, newFolder, pieces, storeImage } from './world.ts';

const NOW = new Date();

/** A place whose disk fails at the nth change. */
function failingAt(place: BackupFolder, nth: number): BackupFolder {
  let changes = 0;
  const fail = () => {
    changes += 1;
    if (changes === nth) throw new Error('No space left on device.');
  };
  return {
    ...place,
    async put(name, bytes) {
      fail();
      return place.put(name, bytes);
    },
    async putDatabase(name, file) {
      fail();
      return place.putDatabase(name, file);
    },
    async remove(name) {
      fail();
      await place.remove(name);
    },
  };
}

async function backedUp() {
  const { place, config } = await pieces();
  const folder = await newFolder();
  await backUp(config, backupFolder(folder), NOW);
  const before = { lines: await exportOf(config), images: await imagesAt(config) };
  const url = await storeImage(config, 'a new image');
  const context = await contextAt(place);
  await importLines(context, [piece('ada', { body_md: `![New](${url})` })]);
  await context.store.close();
  return { place, config, folder, before };
}

async function restoredFrom(folder: string) {
  const target = await emptyConfig();
  await restore(target, backupFolder(folder));
  return { lines: await exportOf(target), images: await imagesAt(target) };
}

describe('an interrupted backup', () => {
  test('that fails at any step leaves a whole one, and the next one succeeds', async () => {
    const { config, folder, before } = await backedUp();
    const after = { lines: await exportOf(config), images: await imagesAt(config) };
    let failures = 0;
    for (let nth = 1; ; nth += 1) {
      const later = new Date(NOW.getTime() + nth);
      const done = await backUp(config, failingAt(backupFolder(folder), nth), later).catch(
        () => null,
      );
      if (done) break;
      failures += 1;
      const restored = await restoredFrom(folder);
      // The last step is to remove what the new one does not need.
      assert.ok(
        [before, after].some((each) => isDeepStrictEqual(each, restored)),
        `step ${nth}`,
      );
    }
    assert.ok(failures >= 4, `${failures} steps`);
    assert.deepEqual(await restoredFrom(folder), after);
  });

  test('that is killed leaves the one before, and its leftovers go a day later', async () => {
    const { place, config, folder, before } = await backedUp();
    // Large enough to be killed in.
    await sqlAt(place, 'CREATE TABLE ballast (bytes BLOB)');
    await sqlAt(
      place,
      `INSERT INTO ballast WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40)
       SELECT randomblob(1000000) FROM n`,
    );
    let kills = 0;
    for (let round = 0; round < rounds(2, 20); round += 1) {
      const { process: child, ended } = startCli(environmentOf(place), ['backup', folder]);
      const watcher = watch(folder, (_event, name) => {
        if (name?.startsWith('.partial-')) child.kill('SIGKILL');
      });
      const { signal } = await ended;
      watcher.close();
      if (signal === 'SIGKILL') kills += 1;
      else break;
      assert.deepEqual(await restoredFrom(folder), before);
    }
    assert.ok(kills > 0, 'it was never killed in time');
    const leftovers = async () =>
      (await readdir(folder)).filter((name) => name.startsWith('.partial-'));
    assert.ok((await leftovers()).length > 0);
    const tomorrow = new Date(Date.now() + 25 * 60 * 60_000);
    await backUp(config, backupFolder(join(folder)), tomorrow);
    assert.deepEqual(await leftovers(), []);
    const { images } = await restoredFrom(folder);
    assert.deepEqual(images, await imagesAt(config));
  });
});
