// The room for the file of cached responses: the database and everything else on its disk need the space more.

import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file may have this share of the space that would be free without it. */
const FREE_SHARE = 1 / 3;

/** A smaller file is not worth having. */
const LEAST_BYTES = 8 * 1024 * 1024;

/** Counts the write-ahead log too; 0 means that there should be no file. */
export async function roomFor(path: string, most: number): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  const log = await sizeOf(`${path}-wal`);
  const used = (await sizeOf(path)) + log;
  const free = bavail * bsize;
  const share = Math.min(most, Math.floor((free + used) * FREE_SHARE));
  return share < LEAST_BYTES || free < used ? 0 : share - log;
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
