// Images on disk: durable before they are acknowledged, and swept when nothing refers to them.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, mock, test } from 'node:test';
import { fileStorage } from '../../src/media/file-storage.ts';
import {
  sweepDataFolder,
  sweepImages,
  UNREFERENCED_MS,
} from '../../src/operations/images/sweep.ts';
import { author, piece, product, sitePage } from '../support/archive/records.ts';
import { DATABASES, emptyPlace } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';
import { mediaUrlOf, startBucket } from './bucket-server.ts';

/** Node's class of open files: whether a file was synced before its name was cannot be seen from outside the calls. */
async function fileHandles(): Promise<{ sync(): Promise<void> }> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle);
}

test('an image is on the disk, and so is its name, before it is acknowledged', async () => {
  const { dataDir } = await emptyPlace('sqlite');
  const folder = join(dataDir, 'media');
  const path = join(folder, 'a.webp');
  const synced: string[] = [];
  const handles = await fileHandles();
  const { sync } = handles;
  const spy = mock.method(handles, 'sync', async function (this: object) {
    synced.push(existsSync(path) ? 'named' : 'written');
    await sync.call(this);
  });
  await fileStorage(folder).put('a.webp', Buffer.from('a'));
  spy.mock.restore();
  // The folder above has a new name in it too.
  assert.deepEqual(synced, ['written', 'written', 'named']);
});

const hash = (letter: string) => letter.repeat(64);
const DAY = 24 * 60 * 60_000;

for (const kind of DATABASES) {
  describe(`the sweep on ${kind}`, () => {
    test('leaves what anything refers to, and the rest for a month', async () => {
      const { dataDir } = await emptyPlace('sqlite');
      let at = Date.now();
      const environment = { DATA_DIR: dataDir };
      const service = await startService(kind, environment, () => new Date(at));
      const id = '6f1f9c52-0f6e-4d4c-8e6f-3a5b0a9d1e01';
      await service.add(
        author('ada', { avatar_url: `/media/${hash('a')}.webp` }),
        piece('ada', {
          id,
          body_md: `![A](/media/${hash('b')}-1x1) and ![B](/media/${hash('c')}-2x2)`,
        }),
        piece('ada', {
          status: 'draft',
          published_at: undefined,
          body_md: `<https://press.example/media/${hash('d')}-1x1>`,
        }),
        product('ada', { image_url: `/media/${hash('e')}-1x1` }),
        sitePage('about', { body_md: `![A](/media/${hash('7')}-1x1)` }),
        { type: 'site', logo_url: `/media/${hash('8')}-1x1` },
      );
      const social = await service.app.inject(`/pieces/${id}/social.png`);
      const referred = [
        `${hash('a')}.webp`,
        ...['b', 'c', 'd', 'e', '7', '8'].map((each) => `${hash(each)}-1x1.webp`),
      ];
      const folder = join(dataDir, 'media');
      await mkdir(folder, { recursive: true });
      const partials = [`.${'1'.repeat(36)}`, `.partial-${'2'.repeat(36)}`];
      for (const name of [...referred, `${hash('f')}-1x1.webp`, ...partials, 'notes.txt']) {
        await writeFile(join(folder, name), name);
      }
      await writeFile(join(dataDir, partials[1] ?? ''), 'a copy');
      const names = async () => (await readdir(folder)).filter((each) => !each.endsWith('.json'));
      const before = await names();
      assert.equal(social.statusCode, 200);

      assert.deepEqual(await sweepImages(service.context), { partials: 0, images: 0 });
      assert.deepEqual(await names(), before);

      at += 2 * DAY;
      assert.deepEqual(await sweepImages(service.context), { partials: 2, images: 0 });
      await sweepDataFolder(service.context);
      assert.equal((await readdir(dataDir)).includes(partials[1] ?? ''), false);

      at += UNREFERENCED_MS;
      assert.deepEqual(await sweepImages(service.context), { partials: 0, images: 1 });
      const left = before.filter((name) => !partials.includes(name) && !name.startsWith(hash('f')));
      assert.deepEqual(await names(), left);
    });
  });
}

test('an image that is uploaded or named again is not swept', async () => {
  const { dataDir } = await emptyPlace('sqlite');
  let at = Date.now();
  const service = await startService('sqlite', { DATA_DIR: dataDir }, () => new Date(at));
  const folder = join(dataDir, 'media');
  const [named, uploaded] = [`${hash('a')}-1x1.webp`, `${hash('b')}-1x1.webp`];
  await mkdir(folder);
  for (const name of [named, uploaded]) await writeFile(join(folder, name), name);
  await sweepImages(service.context);
  at += UNREFERENCED_MS + DAY;
  await service.add(author('ada'), piece('ada', { body_md: `![A](/media/${hash('a')}-1x1)` }));
  await utimes(join(folder, uploaded), new Date(at), new Date(at));
  assert.deepEqual(await sweepImages(service.context), { partials: 0, images: 0 });
  // And for a month after the last text that named it.
  assert.deepEqual((await readdir(folder)).length, 3);
});

test('images in a bucket are swept too', async () => {
  const bucket = await startBucket();
  let at = Date.now();
  const environment = { MEDIA_URL: mediaUrlOf(bucket) };
  const service = await startService('sqlite', environment, () => new Date(at));
  await service.add(author('ada', { avatar_url: `/media/${hash('a')}.webp` }));
  for (const letter of ['a', 'b'])
    bucket.objects.set(`/pictures/${hash(letter)}.webp`, Buffer.from('x'));
  await sweepImages(service.context);
  at += UNREFERENCED_MS + DAY;
  assert.deepEqual(await sweepImages(service.context), { partials: 0, images: 1 });
  assert.deepEqual(bucket.refusals, []);
  assert.deepEqual(
    [...bucket.objects.keys()].filter((name) => name.endsWith('.webp')),
    [`/pictures/${hash('a')}.webp`],
  );
});
