// The folder of a backup: the manifest, the database as one file, and the images in media/.

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
import type { StoredFile } from '../../media/media-storage.ts';
import { type ManifestFile, manifestFile } from './manifest.ts';

const IMAGES = 'media';

export type BackupFolder = ReturnType<typeof backupFolder>;

export const backupFolder = (folder: string) => ({
  path: folder,
  async *list(): AsyncGenerator<StoredFile> {
    yield* listFolder(folder);
    for await (const file of listFolder(join(folder, IMAGES))) {
      yield { ...file, name: `${IMAGES}/${file.name}` };
    }
  },
  /** Writes the file durably before resolving. A half-written file never has this name. */
  async put(name: string, bytes: Buffer): Promise<ManifestFile> {
    const path = join(folder, name);
    await makePrivateFolder(dirname(path));
    await writeDurably(path, bytes);
    return manifestFile(name, bytes);
  },
  /** The file must already be in the folder, because it is renamed, not copied. */
  async putDatabase(name: string, file: string): Promise<ManifestFile> {
    const part = { name, bytes: (await stat(file)).size, sha256: await hashOfFile(file) };
    await syncFile(file);
    await nameDurably(file, join(folder, name));
    return part;
  },
  read: (name: string) => chunksOf(join(folder, name)),
  async readWhole(name: string): Promise<Buffer | null> {
    const chunks = await Array.fromAsync(chunksOf(join(folder, name)));
    return chunks.length === 0 ? null : Buffer.concat(chunks);
  },
  isAsWritten: async (file: ManifestFile, listed: ReadonlyMap<string, StoredFile>) =>
    listed.get(file.name)?.bytes === file.bytes &&
    (await hashOfFile(join(folder, file.name))) === file.sha256,
  remove: (name: string) => rm(join(folder, name), { force: true }),
});

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
