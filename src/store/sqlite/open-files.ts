// Checks that open files are still at their paths: rows written to a deleted or replaced file would be lost.

import { statSync } from 'node:fs';

/** SQLite's result code SQLITE_READONLY_DBMOVED, which SQLite itself reports only without a write-ahead log. */
export const MOVED = 1032;

class FilesMoved extends Error {
  readonly errcode = MOVED;
}

interface OpenFile {
  path: string;
  identity: string;
}

export class OpenFiles {
  readonly #files: OpenFile[];

  /** Create OpenFiles right after the connection's first read, which opens the files. */
  constructor(file: string) {
    this.#files = [file, `${file}-wal`, `${file}-shm`].flatMap((path) => {
      const identity = identityOf(path);
      return identity === null ? [] : [{ path, identity }];
    });
  }

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
