// The files of the SQLite database, which only their owner can read.

import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE } from '../../schemas/limits.ts';

export const sqliteFile = (dataDir: string) => join(dataDir, 'standfirst.db');

/** With the write-ahead log, which holds the newest rows, and its index. */
export const sqliteFiles = (dataDir: string): string[] =>
  ['', '-wal', '-shm'].map((end) => `${sqliteFile(dataDir)}${end}`);

/**
 * Before SQLite opens it: SQLite would create it as the umask says, and creates the log and its index
 * with the permissions of the database. One that an earlier version made is closed to others here.
 */
export async function makePrivate(dataDir: string): Promise<void> {
  const [main = '', ...beside] = sqliteFiles(dataDir);
  const file = await open(main, 'a', PRIVATE.file);
  await file.close();
  // Where they are somebody else's, they cannot be changed; doctor says so.
  for (const path of [main, ...beside]) await chmod(path, PRIVATE.file).catch(() => {});
}
