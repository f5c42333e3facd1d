// A restore that fails, is killed or comes too early takes nothing away that was there before.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { backUp } from '../../src/operations/backup/back-up.ts';
import { backupFolder } from '../../src/operations/backup/backup-folder.ts';
import { writtenManifest } from '../../src/operations/backup/manifest.ts';
import { restore } from '../../src/operations/backup/restore.ts';
import { mediaUrlOf, startBucket } from '../media/bucket-server.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { environmentOf, startCli } from '../support/processes/cli.ts';
import { assertWell, emptyConfig, exportOf, imagesAt, newFolder, pieces } from './world.ts';

const NOW = new Date('2026-11-15T01:02:03.000Z');

async function backedUp(environment: { [name: string]: string } = {}, count = 3) {
  const { place, config } = await pieces(count, environment);
  const folder = await newFolder();
  await backUp(config, backupFolder(folder), NOW);
  return { place, config, folder };
}

const backedUpImages = async (folder: string) => (await readdir(join(folder, 'media'))).sort();

/** Rewrites the manifest, with a hash that is right. */
async function rewriteManifest(
  folder: string,
  change: (manifest: ReturnType<typeof JSON.parse>) => void,
): Promise<void> {
  const file = join(folder, 'manifest.json');
  const { manifest } = JSON.parse(await readFile(file, 'utf8'));
  change(manifest);
  await writeFile(file, writtenManifest(manifest));
}

describe('a failing restore into a bucket of images', () => {
  test('leaves what was there before, and removes what it wrote', async () => {
    const bucket = await startBucket();
    const MEDIA_URL = mediaUrlOf(bucket);
    const { folder } = await backedUp({ MEDIA_URL });
    const images = await backedUpImages(folder);
    await writeFile(join(folder, 'media', images.at(-1) ?? ''), 'damaged');
    bucket.objects.delete(`/pictures/${images[0]}`);
    const before = new Map(bucket.objects);
    const target = await emptyConfig({ MEDIA_URL });
    await assert.rejects(restore(target, backupFolder(folder)), /damaged \(media\//);
    assert.deepEqual(new Map(bucket.objects), before);
    assert.deepEqual(await readdir(target.dataDir), []);
  });

  test('sends only what is not there as it should be', async () => {
    const bucket = await startBucket();
    const MEDIA_URL = mediaUrlOf(bucket);
    const { config, folder } = await backedUp({ MEDIA_URL });
    const images = await backedUpImages(folder);
    const before = new Map(bucket.objects);
    bucket.objects.delete(`/pictures/${images[0]}`);
    bucket.objects.set(`/pictures/${images[1]}`, Buffer.from('rotten'));
    bucket.puts.length = 0;
    const target = await emptyConfig({ MEDIA_URL });
    await restore(target, backupFolder(folder));
    assert.deepEqual(new Map(bucket.objects), before);
    assert.deepEqual(bucket.puts.sort(), [`/pictures/${images[0]}`, `/pictures/${images[1]}`]);
    assert.deepEqual(await exportOf(target), await exportOf(config));
  });
});

describe('a backup of a newer version of the program', () => {
  for (const [how, change] of [
    ['by its manifest', () => {}],
    ['by its database', (manifest) => delete manifest.database.migrations],
  ] satisfies [string, Parameters<typeof rewriteManifest>[1]][]) {
    test(`is refused ${how}, before anything is written`, async () => {
      const bucket = await startBucket();
      const { place, config } = await pieces(1, { MEDIA_URL: mediaUrlOf(bucket) });
      await sqlAt(place, `INSERT INTO kysely_migration VALUES ('9999-future', '2027')`);
      const folder = await newFolder();
      await backUp(config, backupFolder(folder), NOW);
      await rewriteManifest(folder, change);
      bucket.puts.length = 0;
      const target = await emptyConfig({ MEDIA_URL: mediaUrlOf(bucket) });
      await assert.rejects(restore(target, backupFolder(folder)), {
        name: 'OperatorError',
        message: /^Nothing was restored: .*newer version.*9999-future.*Run the version that made/,
      });
      assert.deepEqual(bucket.puts, []);
      assert.deepEqual(await readdir(target.dataDir), []);
    });
  }

  test('is refused by a format of manifest that is not known here', async () => {
    const { folder } = await backedUp();
    await rewriteManifest(folder, (manifest) => {
      manifest.format = 2;
    });
    const target = await emptyConfig();
    await assert.rejects(restore(target, backupFolder(folder)), /newer version/);
  });
});

describe('a restore that is killed', () => {
  /** Killed while it reads an image that never comes. */
  async function killed() {
    const world = await backedUp();
    const { folder, place } = world;
    const images = await backedUpImages(folder);
    // Images are restored one by one, in the order of their names.
    const path = join(folder, 'media', images.at(-1) ?? '');
    await rename(path, `${folder}/aside`);
    await promisify(execFile)('mkfifo', [path]);
    const target = await emptyConfig();
    const environment = { ...environmentOf(place), DATA_DIR: target.dataDir };
    const { process: child, ended } = startCli(environment, ['restore', folder]);
    const isOver = ended.then(() => true);
    const arrived = async () =>
      (await readdir(join(target.dataDir, 'media')).catch(() => [])).length;
    while ((await arrived()) < images.length - 1) {
      const over = await Promise.race([isOver, setTimeout(20, false)]);
      if (over) assert.fail((await ended).stderr);
    }
    const beside = await restore(target, backupFolder(folder)).catch(
      (error: Error) => error.message,
    );
    child.kill('SIGKILL');
    await ended;
    await rm(path);
    await rename(`${folder}/aside`, path);
    return { ...world, target, beside };
  }

  test('is taken up by the next one, of another backup too, and by none while it runs', async () => {
    const { target, beside } = await killed();
    assert.match(String(beside), /^Nothing was restored: another restore .* is under way/);
    const other = await backedUp({}, 1);
    await restore(target, backupFolder(other.folder));
    assert.deepEqual((await readdir(target.dataDir)).sort(), ['media', 'standfirst.db']);
    assert.deepEqual(await imagesAt(target), await imagesAt(other.config));
    assert.deepEqual(await exportOf(target), await exportOf(other.config));
    await assertWell(target);
  });

  test('is not taken up where there is more by now, which is named', async () => {
    const { folder, target } = await killed();
    await mkdir(join(target.dataDir, 'media'), { recursive: true });
    await writeFile(join(target.dataDir, 'media', 'notes.txt'), 'mine');
    await assert.rejects(
      restore(target, backupFolder(folder)),
      /not empty \(it has .*notes\.txt\)/,
    );
    assert.equal(await readFile(join(target.dataDir, 'media', 'notes.txt'), 'utf8'), 'mine');
    await rm(join(target.dataDir, 'media', 'notes.txt'));
    await writeFile(join(target.dataDir, 'standfirst.db'), 'mine');
    await assert.rejects(
      restore(target, backupFolder(folder)),
      /not empty \(it has standfirst\.db\)/,
    );
  });
});
