// Private files that survive a power cut once their write has returned.

import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PRIVATE } from '../private-files.ts';
import type { StoredFile } from './media-storage.ts';

/** The prefix of files being written, which a killed process leaves behind. */
const PARTIAL = '.partial-';

export const isPartial = (name: string) => name.startsWith(PARTIAL);

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Leaves the permissions of an existing folder as its owner set them. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE.folder });
  if (first !== undefined) await syncFolder(dirname(first));
}

export const partialOf = (path: string) => join(dirname(path), `${PARTIAL}${randomUUID()}`);

/** Gives the file its name once its bytes are on disk, and returns once the name is on disk too. */
export async function writeDurably(path: string, bytes: Buffer | string): Promise<void> {
  const partial = partialOf(path);
  try {
    const file = await open(partial, 'wx', PRIVATE.file);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await nameDurably(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

/** The file's bytes must already be on the disk. */
export async function nameDurably(partial: string, path: string): Promise<void> {
  await rename(partial, path);
  await syncFolder(dirname(path));
}

/** Makes names in a folder durable. File systems that can't do so report EINVAL or EPERM. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EINVAL' && code !== 'EPERM') throw error;
  } finally {
    await handle.close();
  }
}

/** Yields nothing if the folder does not exist. */
export async function* listFolder(folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!entries) return;
  for await (const entry of entries) {
    if (!entry.isFile()) continue;
    // The file may have been removed since the folder was read.
    const found = await stat(join(folder, entry.name)).catch(() => null);
    if (found) yield { name: basename(entry.name), bytes: found.size, modifiedAt: found.mtime };
  }
}
