// The header of the database file as it is on the disk: tells whether somebody has copied another
// database over it. SQLite itself would go on with what it has in memory.

import { closeSync, openSync, readSync, statSync } from 'node:fs';

const BYTES = 100;
const MAGIC = 'SQLite format 3\0';
// Where SQLite's file format has them.
const CHANGES_AT = 24;
const IDENTITY_AT = 60;

interface Header {
  /** Counts changes, and never back. */
  readonly changes: number;
  /** The number of this database, which no other has; 0 before it was given one. */
  readonly identity: number;
}

/** Never the same file twice: closing one handle drops all locks that the process has on the file. */
const handles = new Map<string, { fd: number; users: number }>();

/** A handle for all connections of this process, opened with the first one and closed after the last. */
export class HeaderHandle {
  readonly #file: string;
  #key: string | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Undefined where the file cannot be opened, which SQLite reports in its own words. */
  get fd(): number | undefined {
    this.#key ??= this.#open();
    return this.#key === undefined ? undefined : handles.get(this.#key)?.fd;
  }

  #open(): string | undefined {
    try {
      const { dev, ino } = statSync(this.#file);
      const key = `${dev} ${ino}`;
      const known = handles.get(key);
      if (known) known.users += 1;
      else handles.set(key, { fd: openSync(this.#file, 'r'), users: 1 });
      return key;
    } catch {
      return undefined;
    }
  }

  /** When every connection is closed. */
  release(): void {
    const handle = this.#key === undefined ? undefined : handles.get(this.#key);
    if (!handle || this.#key === undefined) return;
    handle.users -= 1;
    if (handle.users > 0) return;
    handles.delete(this.#key);
    closeSync(handle.fd);
  }
}

export class FileHeader {
  readonly #fd: number;
  #last: Header | null;

  constructor(fd: number) {
    this.#fd = fd;
    this.#last = read(fd);
  }

  /** Whether it is the header of the same database, at least as new as before. */
  isSame(): boolean {
    const [last, now] = [this.#last, read(this.#fd)];
    const isSame = last === null || (now !== null && isLater(now, last));
    if (isSame) this.#last = now;
    return isSame;
  }
}

const isLater = (now: Header, last: Header) =>
  now.changes >= last.changes && (last.identity === 0 || now.identity === last.identity);

/** Null in a file that is still empty. */
function read(fd: number): Header | null {
  const bytes = Buffer.alloc(BYTES);
  const length = readSync(fd, bytes, 0, BYTES, 0);
  if (length < BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  return { changes: bytes.readUInt32BE(CHANGES_AT), identity: bytes.readUInt32BE(IDENTITY_AT) };
}
