// Backups in a bucket: signed, in parts, incremental, and restored from there.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { backUp } from '../../src/operations/backup/back-up.ts';
import { bucketPlace } from '../../src/operations/backup/bucket-place.ts';
import { restore } from '../../src/operations/backup/restore.ts';
import { KEY, REGION, SECRET, startBucket } from '../media/bucket-server.ts';
import { assertDone, assertOneLine, environmentOf, runCli } from '../support/processes/cli.ts';
import { assertWell, emptyConfig, exportOf, imagesAt, pieces, storeImage } from './world.ts';

const aws = (port: number) => ({
  AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: KEY,
  AWS_SECRET_ACCESS_KEY: SECRET,
});

const settings = (port: number, secretAccessKey = SECRET) => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: REGION,
  accessKeyId: KEY,
  secretAccessKey,
  sessionToken: undefined,
});

describe('backup --to a bucket', () => {
  test('sends everything once, what is new the second time, and restore brings it back', async () => {
    const bucket = await startBucket();
    const { place, config } = await pieces();
    bucket.objects.set('/backups/other/site', Buffer.from('not ours'));
    const run = (environment: object, ...args: string[]) =>
      runCli({ ...environmentOf(place), ...aws(bucket.port), ...environment }, args);
    assertDone(await run({}, 'backup', '--to', 's3://backups/my/site'));
    assert.deepEqual(bucket.refusals, []);
    assert.equal(bucket.puts.filter((path) => path.includes('/media/')).length, 6);
    assert.equal(bucket.puts.at(-1), '/backups/my/site/manifest.json');

    bucket.puts.length = 0;
    await storeImage(config, 'a new image');
    assertDone(await run({}, 'backup', '--to', 's3://backups/my/site/'));
    assert.equal(bucket.puts.filter((path) => path.includes('/media/')).length, 2);
    const databases = [...bucket.objects.keys()].filter((path) => path.includes('/database-'));
    assert.equal(databases.length, 1);
    assert.ok(bucket.objects.has('/backups/other/site'));
    const left = (await readdir(place.dataDir)).filter((name) => name.startsWith('.'));
    assert.deepEqual(left, []);

    const target = await emptyConfig();
    const from = 's3://backups/my/site';
    const ended = await run({ DATA_DIR: target.dataDir }, 'restore', from);
    assertDone(ended);
    assert.match(ended.stdout, /Every hash and every count/);
    assert.deepEqual(await exportOf(target), await exportOf(config));
    assert.deepEqual(await imagesAt(target), await imagesAt(config));
    await assertWell(target);
  });

  test('refuses a damaged object, and says what a bucket answers', async () => {
    const bucket = await startBucket();
    const { place, config } = await pieces();
    const to = bucketPlace('s3://backups/a', config.dataDir, settings(bucket.port));
    await backUp(config, to, new Date());
    const image = [...bucket.objects.keys()].find((path) => path.includes('/media/')) ?? '';
    bucket.objects.set(image, Buffer.from('other'));
    const target = await emptyConfig();
    await assert.rejects(restore(target, to), /damaged \(media\//);
    bucket.objects.delete(image);
    await assert.rejects(restore(target, to), /incomplete \(media\//);
    assert.deepEqual(await imagesAt(target), {});

    const cli = (environment: object, ...args: string[]) =>
      runCli({ ...environmentOf(place), ...environment }, args);
    const backup = ['backup', '--to', 's3://backups/a'];
    const wrong = { ...aws(bucket.port), AWS_SECRET_ACCESS_KEY: 'wrong' };
    assertOneLine(await cli(wrong, ...backup), 's3://backups/a', '403');
    assertOneLine(await cli({}, ...backup), 'AWS_ACCESS_KEY_ID');
    assertOneLine(await cli({ ...wrong, AWS_ENDPOINT_URL: 'none' }, ...backup), 'AWS_ENDPOINT_URL');
    assertOneLine(await cli(wrong, 'backup', '--to', 's3://'), 's3://bucket/prefix');
    assertOneLine(await cli(aws(bucket.port), 'restore', 's3://backups/none'), 'no backup');
  });

  for (const etags of [true, false]) {
    test(`sends an object again that was changed${etags ? '' : ', without ETags too'}`, async () => {
      const bucket = await startBucket();
      bucket.etags = etags;
      const { config } = await pieces();
      const to = bucketPlace('s3://backups/a', config.dataDir, settings(bucket.port));
      await backUp(config, to, new Date());
      const image = [...bucket.objects.keys()].find((path) => path.includes('/media/')) ?? '';
      const size = bucket.objects.get(image)?.length ?? 0;
      bucket.objects.set(image, Buffer.alloc(size, 'x'));
      bucket.puts.length = 0;
      bucket.gets.length = 0;
      const later = new Date(Date.now() + 1);
      assert.equal((await backUp(config, to, later)).copied, 1);
      const isImage = (path: string) => path.includes('/media/');
      assert.deepEqual(bucket.puts.filter(isImage), [image]);
      // Whatever its ETag says is as it was is not read again.
      assert.equal(bucket.gets.filter(isImage).length, etags ? 1 : 6);
      const target = await emptyConfig();
      await restore(target, to);
      assert.deepEqual(await imagesAt(target), await imagesAt(config));
    });
  }

  test('cuts a large database into parts, and reads images from a bucket', async () => {
    const bucket = await startBucket();
    const key = `${encodeURIComponent(KEY)}:${encodeURIComponent(SECRET)}`;
    const MEDIA_URL = `s3://${key}@127.0.0.1:${bucket.port}/images?region=${REGION}&tls=off`;
    const { config } = await pieces(2, { MEDIA_URL });
    // A bucket that is busy is asked again.
    bucket.faults = 1;
    const to = bucketPlace('s3://backups', config.dataDir, settings(bucket.port), 100_000);
    const { manifest } = await backUp(config, to, new Date());
    assert.ok(manifest.database.parts.length > 2);
    assert.equal(manifest.images.length, 4);
    const target = await emptyConfig();
    await restore(target, to);
    assert.deepEqual(await exportOf(target), await exportOf(config));
    assert.deepEqual(await imagesAt(target), await imagesAt(config));
  });
});
