// The files that a connection has open: whether they are still the ones at their paths. What is written
// to a file that was deleted or replaced is gone with the last process that has it open.

import { statSync } from 'node:fs';

/** SQLite's own result code for it, SQLITE_READONLY_DBMOVED, which it reports only without a WAL. */
export const MOVED = 1032;

/** With the error number that SQLite's own errors have. */
class FilesMoved extends Error {
  readonly errcode = MOVED;
}

interface OpenFile {
  path: string;
  identity: string;
}

export class OpenFiles {
  readonly #files: OpenFile[];

  /** To be made when the connection has just opened them, which it does with its first read. */
  constructor(file: string) {
    this.#files = [file, `${file}-wal`, `${file}-shm`].flatMap((path) => {
      const identity = identityOf(path);
      return identity === null ? [] : [{ path, identity }];
    });
  }

  /** Throws where one of them was moved, deleted or replaced. */
  check(): void {
    for (const { path, identity } of this.#files) {
      if (identityOf(path) !== identity) {
        throw new FilesMoved(`${path} was moved, deleted or replaced while it was open.`);
      }
    }
  }
}

function identityOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino}` : null;
}
