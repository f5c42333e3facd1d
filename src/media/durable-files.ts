// Files that survive a power cut once they are acknowledged, and that only their owner can read.

import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PRIVATE } from '../schemas/limits.ts';
import type { StoredFile } from './media-storage.ts';

/** Names of files that are being written begin with this; after a kill, they are left behind. */
const PARTIAL = '.partial-';

export const isPartial = (name: string) => name.startsWith(PARTIAL);

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A folder that exists keeps the permissions that its owner gave it. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE.folder });
  if (first !== undefined) await syncFolder(dirname(first));
}

/** The path of a file that is still being written, beside the one that it will be. */
export const partialOf = (path: string) => join(dirname(path), `${PARTIAL}${randomUUID()}`);

/** The file gets its name when its bytes are on the disk, and is acknowledged when the name is. */
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

/** For a file whose bytes are on the disk. */
export async function nameDurably(partial: string, path: string): Promise<void> {
  await rename(partial, path);
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable; a file system that cannot do so says EINVAL or EPERM. */
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

/** The files in a folder, one after another; nothing where there is no folder. */
export async function* listFolder(folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!entries) return;
  for await (const entry of entries) {
    if (!entry.isFile()) continue;
    // One that was removed meanwhile is not listed.
    const found = await stat(join(folder, entry.name)).catch(() => null);
    if (found) yield { name: basename(entry.name), bytes: found.size, modifiedAt: found.mtime };
  }
}
