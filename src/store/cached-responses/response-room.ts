// How long the file of cached responses may be: the database, and whatever else is on its disk, needs the room more.

import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Of what would be free without it, how much the file may have. */
const FREE_SHARE = 1 / 3;

/** A file that may not be this long is not worth having. */
const LEAST_BYTES = 8 * 1024 * 1024;

/** With its write-ahead log. 0 if there should be no file. */
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
