// The files of the SQLite database, which only their owner may read.

import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE } from '../../private-files.ts';

export const sqliteFile = (dataDir: string) => join(dataDir, 'standfirst.db');

/** Includes the write-ahead log, which holds the newest rows. */
export const sqliteFiles = (dataDir: string): string[] =>
  ['', '-wal', '-shm'].map((end) => `${sqliteFile(dataDir)}${end}`);

/** Creates private files; SQLite would use the umask. Makes files of earlier versions private too. */
export async function makePrivate(dataDir: string): Promise<void> {
  const [main = '', ...beside] = sqliteFiles(dataDir);
  const file = await open(main, 'a', PRIVATE.file);
  await file.close();
  // Another owner's files can't be changed; `doctor` reports them.
  for (const path of [main, ...beside]) await chmod(path, PRIVATE.file).catch(() => {});
}
