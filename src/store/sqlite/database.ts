// The embedded database: one file, one thread that writes, some that search, and quick reads here.

import { existsSync } from 'node:fs';
import { mkdir, opendir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { OperatorError } from '../../errors.ts';
import { SEARCH } from '../../schemas/limits.ts';
import type { Database, Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { BUSY, type OpenOptions, sqliteCode } from './connection.ts';
import { LaneQueue } from './connection-pool.ts';
import { DirectLane, ThreadLane } from './connections.ts';
import { ContentVersion } from './content-version.ts';
import { laneDialect } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import { checkSearchIndex, findPieces, goesOn, matchAuthors } from './search.ts';

const SLOW_THREADS = 2;
/** More of them than processors would only take turns. */
const SEARCH_THREADS = Math.min(SEARCH.atOnce, availableParallelism());
const READ_BUSY_MS = 200;
const WRITE_BUSY_MS = 5_000;
const ALL_PAGES = 0x7fff_ffff;
/** What is in the folder is the operator's: drafts, addresses, hashes of passwords. */
const PRIVATE = 0o700;

// SQLite's primary result codes.
const LOCKED = 6;
const READONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
/** A search index that is not as its text; the database itself is whole. */
const CORRUPT_INDEX = 267;
const FULL = 13;
const CANTOPEN = 14;
const NOT_A_DATABASE = 26;

const WORDS: { [code: number]: string } = {
  [BUSY]: 'it is locked by another process',
  [LOCKED]: 'it is locked by another process',
  [READONLY]: 'it cannot be written to',
  [IO_ERROR]: 'the disk reported an error',
  [CORRUPT]: 'it is damaged; restore a backup',
  [FULL]: 'the disk is full',
  [CANTOPEN]: 'it cannot be opened; check the folder and its permissions',
  [NOT_A_DATABASE]: 'it is not a Standfirst database',
};

export const sqliteFile = (dataDir: string) => join(dataDir, 'standfirst.db');

const dialect: Dialect = {
  name: 'sqlite',
  migrationText: (text) => text,
  findPieces,
  matchAuthors,
  goesOn,
  placeOf: (text, column) => sql<number>`instr(${sql.ref(column)}, ${text})`,
  checkSearchIndex,
  async settle(db) {
    await sql`PRAGMA optimize`.execute(db);
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  },
  // A writing transaction has the whole database to itself.
  forUpdate: (query) => query,
  async lockPositions() {},
  skipLocked: sql``,
  unavailable(error) {
    const code = sqliteCode(error) ?? 0;
    // The low byte of an extended code is its primary code.
    return code === CORRUPT_INDEX ? undefined : WORDS[code & 0xff];
  },
};

const kyselyOn = (queue: LaneQueue, limitMs?: number) =>
  new Kysely<Tables>({ dialect: laneDialect(queue, limitMs) });

const threads = (length: number, options: OpenOptions) =>
  Array.from({ length }, () => new ThreadLane(options));

/** The database of a data folder; nothing is opened before it is first used. */
export function sqliteDatabase(dataDir: string): Database {
  const file = sqliteFile(dataDir);
  const reading = { file, readOnly: true, busyMs: READ_BUSY_MS };
  const content = new ContentVersion(reading);
  const writer = new ThreadLane({ file, readOnly: false, busyMs: WRITE_BUSY_MS }, () =>
    content.askAgain(),
  );
  const slowReaders = threads(SLOW_THREADS, reading);
  const searchers = threads(SEARCH_THREADS, { ...reading, stepsBack: true });
  const writing = new LaneQueue([writer]);
  const groups = new GroupCommit(writer, writing);
  const write = kyselyOn(writing);
  const read = kyselyOn(new LaneQueue([new DirectLane(reading)]));
  const slow = kyselyOn(new LaneQueue(slowReaders));
  const search = kyselyOn(new LaneQueue(searchers), SEARCH.ms);
  return {
    where: `The database ${file}`,
    dialect,
    write,
    atOnce: (script) => groups.run(script),
    read,
    slow,
    search,
    searchesAtOnce: SEARCH_THREADS,
    contentVersion: () => content.current(),
    listen() {},
    async close() {
      content.close();
      // The writer last: only a connection that may write can leave the file whole and alone.
      for (const db of [read, slow, search, write]) await db.destroy();
      // Kysely leaves those alone that nobody has used yet.
      for (const lane of [...slowReaders, ...searchers, writer]) await lane.close();
    },
    async prepare() {
      try {
        await makeFolder(dataDir);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${why}`);
      }
    },
  };
}

/** Node's own recursive mkdir never returns where nothing can be made, such as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  if (!existsSync(path)) await mkdir(path, { mode: PRIVATE }).catch(unlessThere);
  await opendir(path).then((folder) => folder.close());
}

/** Another process that starts at the same time may be first. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** An online, consistent copy, taken while others read and write. */
export async function backupSqlite(dataDir: string, target: string): Promise<void> {
  const source = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: WRITE_BUSY_MS });
  try {
    // All pages in one step: between steps a busy writer would make it begin again, for ever.
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}
