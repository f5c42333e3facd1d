// A backup in a folder: the manifest, the database as one file, and the images in media/.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  isMissing,
  listFolder,
  makePrivateFolder,
  nameDurably,
  writeDurably,
} from '../../media/durable-files.ts';
import type { BackupPlace } from './backup-place.ts';
import { manifestFile } from './manifest.ts';

const IMAGES = 'media';

export function folderPlace(folder: string): BackupPlace {
  return {
    where: folder,
    workFolder: folder,
    async *list() {
      yield* listFolder(folder);
      for await (const file of listFolder(join(folder, IMAGES))) {
        yield { ...file, name: `${IMAGES}/${file.name}` };
      }
    },
    async put(name, bytes) {
      const path = join(folder, name);
      await makePrivateFolder(dirname(path));
      await writeDurably(path, bytes);
      return manifestFile(name, bytes);
    },
    async putDatabase(name, file) {
      const part = { name, bytes: (await stat(file)).size, sha256: await hashOfFile(file) };
      await syncFile(file);
      await nameDurably(file, join(folder, name));
      return [part];
    },
    read: (name) => chunksOf(join(folder, name)),
    async held(file, listed) {
      const isThere = listed.get(file.name)?.bytes === file.bytes;
      return isThere && (await hashOfFile(join(folder, file.name))) === file.sha256 ? file : null;
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
