// Images as files in one folder.

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaStorage } from './media-storage.ts';

export const fileStorage = (folder: string): MediaStorage => ({
  async put(name, bytes) {
    await mkdir(folder, { recursive: true });
    // Renamed only when it is complete.
    const partial = join(folder, `.${randomUUID()}`);
    try {
      await writeFile(partial, bytes);
      await rename(partial, join(folder, name));
    } finally {
      await rm(partial, { force: true });
    }
  },
  async get(name) {
    try {
      return await readFile(join(folder, name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  },
});
