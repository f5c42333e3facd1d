// Chooses where images are stored, by the settings: in files or in a bucket.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { bucketStorage } from './bucket-storage.ts';
import { fileStorage } from './file-storage.ts';
import type { MediaStorage } from './media-storage.ts';

export const contentHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

// Names come from URLs and become part of a path.
const NAME = /^[0-9a-f]{64}(?:-\d+x\d+)?\.[a-z]+$/;

export function mediaStorage(config: Config): MediaStorage {
  const { mediaBucket, dataDir } = config;
  const storage = mediaBucket ? bucketStorage(mediaBucket) : fileStorage(join(dataDir, 'media'));
  return {
    put: (name, bytes) => available(storage.put(name, bytes)),
    get: async (name) => (NAME.test(name) ? available(storage.get(name)) : null),
  };
}

async function available<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new Problem('images_unavailable', { cause });
  }
}
