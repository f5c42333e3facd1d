// How much space the file of cached responses may use: the database and other files on its disk have priority.

import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file's maximum share of the space that would be free without it. */
const FREE_SHARE = 1 / 3;

const LEAST_BYTES = 8 * 1024 * 1024;

/** The maximum size of file and write-ahead log together; 0 if there should be no file. */
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
