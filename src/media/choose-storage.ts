// Chooses the storage of images by the settings: files or a bucket.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { isDiskFull, Problem } from '../errors.ts';
import { Bucket } from '../outbound/bucket.ts';
import { fileStorage } from './file-storage.ts';
import type { MediaStorage } from './media-storage.ts';

export function contentHash(...parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

// NAME guards file paths, because names come from URLs.
const NAME = /^[0-9a-f]{64}(?:-\d+x\d+)?\.[a-z]+$/;

/** False for partial files, and for files that the service did not write. */
export const isImageName = (name: string) => NAME.test(name);

export const mediaFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'media');

export function mediaStorage(config: Config): Pick<MediaStorage, 'put' | 'get'> {
  const storage = operatorStorage(config);
  return {
    put: (name, bytes) => available(storage.put(name, bytes)),
    get: async (name) => (isImageName(name) ? available(storage.get(name)) : null),
  };
}

/** Storage for commands, which show the operator the original error. */
export const operatorStorage = ({ mediaBucket, dataDir }: Config): MediaStorage =>
  mediaBucket ? new Bucket(mediaBucket) : fileStorage(mediaFolder({ dataDir }));

async function available<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new Problem(isDiskFull(cause) ? 'disk_full' : 'images_unavailable', { cause });
  }
}
