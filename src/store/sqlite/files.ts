// The files of the SQLite database, which only their owner can read.

import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE } from '../../private-files.ts';

export const sqliteFile = (dataDir: string) => join(dataDir, 'standfirst.db');

/** The write-ahead log holds the newest rows. */
export const sqliteFiles = (dataDir: string): string[] =>
  ['', '-wal', '-shm'].map((end) => `${sqliteFile(dataDir)}${end}`);

/**
 * SQLite would create the database with the umask's permissions, and gives the log and its index the database's own.
 * Files of an earlier version are made private here.
 */
export async function makePrivate(dataDir: string): Promise<void> {
  const [main = '', ...beside] = sqliteFiles(dataDir);
  const file = await open(main, 'a', PRIVATE.file);
  await file.close();
  // Files of another owner can't be changed; doctor reports them.
  for (const path of [main, ...beside]) await chmod(path, PRIVATE.file).catch(() => {});
}
