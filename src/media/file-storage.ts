// Stores images as files in a private folder.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, listFolder, makePrivateFolder, writeDurably } from './durable-files.ts';
import type { MediaStorage } from './media-storage.ts';

export const fileStorage = (folder: string): MediaStorage => ({
  async put(name, bytes) {
    await makePrivateFolder(folder);
    await writeDurably(join(folder, name), bytes);
  },
  async get(name) {
    try {
      return await readFile(join(folder, name));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  list: () => listFolder(folder),
  remove: (name) => rm(join(folder, name), { force: true }),
});
