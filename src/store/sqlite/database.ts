// The SQLite database: one file, one writing thread, some searching threads, and quick reads on the main thread.

import { existsSync } from 'node:fs';
import { mkdir, opendir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import { OperatorError } from '../../errors.ts';
import { PRIVATE } from '../../private-files.ts';
import type { Database, Dialect } from '../database/dialect.ts';
import { runPreparedBy } from '../database/prepared-queries.ts';
import { SEARCH } from '../publications/search-limiter.ts';
import type { Tables } from '../tables.ts';
import { EVERYTHING } from '../topics/topics.ts';
import { DirectConnection, ThreadConnection } from './async-connections.ts';
import { ConnectionPool } from './connection-pool.ts';
import { ContentVersion } from './content-version.ts';
import { makePrivate, sqliteFile } from './files.ts';
import { GroupCommit } from './group-commit.ts';
import { brokenReferences, damage, tableNames } from './integrity.ts';
import { pooledDialect } from './kysely-dialect.ts';
import { MOVED } from './open-files.ts';
import { migratedSchema, schema, wrongValues } from './schema.ts';
import {
  checkSearchIndex,
  findPieces,
  interruptible,
  matchAuthors,
  rebuildSearchIndex,
} from './search.ts';
import { BUSY, isBusy, type OpenOptions, sqliteCode } from './sync-connection.ts';

const SLOW_THREADS = 2;
/** At most one thread per processor, because more would only take turns. */
const SEARCH_THREADS = Math.min(SEARCH.atOnce, availableParallelism());
const LONG_TEXTS_AT_ONCE = 10;
const READ_BUSY_MS = 200;
/** As long as PostgreSQL's statement limit, because another process's import holds the lock for seconds. */
const WRITE_BUSY_MS = 30_000;
// SQLite's primary result codes.
const LOCKED = 6;
const READONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
/** The code for a search index that does not match its text; the database itself is fine. */
const CORRUPT_INDEX = 267;
const FULL = 13;
const CANTOPEN = 14;
const NOT_A_DATABASE = 26;
/** The I/O error if there is no room for the index of the write-ahead log, which the first connection creates. */
const NO_ROOM_FOR_INDEX = 4874;

const MESSAGES: { [code: number]: string } = {
  [MOVED]:
    'its files were moved, deleted or replaced while it was in use; put them back, or restart',
  [BUSY]: 'it is locked by another process',
  [LOCKED]: 'it is locked by another process',
  [READONLY]: 'it cannot be written to',
  [IO_ERROR]: 'the disk reported an error',
  [CORRUPT]: 'it is damaged; restore a backup',
  [FULL]: 'the disk is full',
  [NO_ROOM_FOR_INDEX]: 'the disk is full',
  [CANTOPEN]: 'it cannot be opened; check the folder and its permissions',
  [NOT_A_DATABASE]: 'it is not a Standfirst database',
};

const dialect: Dialect = {
  name: 'sqlite',
  migrationText: (text) => text,
  findPieces,
  matchAuthors,
  interruptible,
  indexOf: (text, column) => sql<number>`instr(${sql.ref(column)}, ${text})`,
  checkSearchIndex,
  rebuildSearchIndex,
  damage,
  schema,
  migratedSchema,
  wrongValues,
  brokenReferences,
  tableNames,
  async settle(db) {
    await sql`PRAGMA optimize`.execute(db);
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  },
  async forgetChanges(db) {
    await sql`INSERT INTO content_changes (topics) VALUES (${EVERYTHING})`.execute(db);
    // The last one stays, because its number must not be given again.
    await sql`DELETE FROM content_changes
      WHERE version < (SELECT max(version) FROM content_changes)`.execute(db);
  },
  // No row locks are needed, because a write transaction locks the whole database.
  forUpdate: (query) => query,
  async unhurried() {},
  async lockPieces() {},
  async lockPositions() {},
  async lockAccounts() {},
  skipLocked: sql``,
  isDiskFull(error) {
    const code = sqliteCode(error) ?? 0;
    return code === NO_ROOM_FOR_INDEX || (code & 0xff) === FULL;
  },
  unavailable(error) {
    const code = sqliteCode(error) ?? 0;
    // The low byte of an extended result code is the primary code.
    return code === CORRUPT_INDEX ? undefined : (MESSAGES[code] ?? MESSAGES[code & 0xff]);
  },
};

const kyselyOn = (pool: ConnectionPool, limitMs?: number) =>
  new Kysely<Tables>({ dialect: pooledDialect(pool, limitMs) });

const threads = (length: number, options: OpenOptions) =>
  Array.from({ length }, () => new ThreadConnection(options));

/** Opens no file until a connection is used. */
export function sqliteDatabase(dataDir: string): Database {
  const file = sqliteFile(dataDir);
  const reading = { file, readOnly: true, busyMs: READ_BUSY_MS };
  const content = new ContentVersion(reading);
  const writer = new ThreadConnection({ file, readOnly: false, busyMs: WRITE_BUSY_MS }, () =>
    content.invalidate(),
  );
  const slowReaders = threads(SLOW_THREADS, reading);
  const searchers = threads(SEARCH_THREADS, { ...reading, lowPriority: true });
  const writerPool = new ConnectionPool([writer]);
  const groupCommit = new GroupCommit(writer, writerPool);
  const write = kyselyOn(writerPool);
  const reader = new DirectConnection(reading);
  const read = kyselyOn(new ConnectionPool([reader]));
  runPreparedBy(read, (sql, parameters) => {
    try {
      return reader.execute(sql, parameters).rows;
    } catch (error) {
      // The caller then runs the query through Kysely, which waits for the lock.
      if (isBusy(error)) return null;
      throw error;
    }
  });
  const slow = kyselyOn(new ConnectionPool(slowReaders));
  const search = kyselyOn(new ConnectionPool(searchers), SEARCH.ms);
  return {
    where: `The database ${file}`,
    dialect,
    write,
    migrating: (work) => work(write),
    transaction: (work) => write.transaction().execute(work),
    writeBatch: (batch) => groupCommit.run(batch),
    read,
    slow,
    search,
    searchesAtOnce: SEARCH_THREADS,
    longTextsAtOnce: LONG_TEXTS_AT_ONCE,
    async ping() {
      await sql`SELECT 1 FROM settings LIMIT 1`.execute(read);
      reader.checkFiles();
    },
    contentVersion: () => content.current(),
    hasChanged: (reads, since) => content.hasChanged(reads, since),
    contentLog: content.log,
    listen() {},
    async close() {
      content.close();
      // The reader is closed here, because prepared queries use it without Kysely.
      await reader.close();
      // The writer closes last: only a connection that may write can checkpoint and remove the WAL file.
      for (const db of [read, slow, search, write]) await db.destroy();
      // Kysely does not close connections that it never used.
      for (const each of [...slowReaders, ...searchers, writer]) await each.close();
    },
    async prepare() {
      try {
        await makeFolder(dataDir);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${why}`);
      }
      // If makePrivate fails, SQLite reports the reason.
      await makePrivate(dataDir).catch(() => {});
    },
  };
}

/** Creates one folder level at a time: Node's recursive mkdir never returns in /proc, for example. */
async function makeFolder(path: string): Promise<void> {
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  if (!existsSync(path)) await mkdir(path, { mode: PRIVATE.folder }).catch(unlessThere);
  await opendir(path).then((folder) => folder.close());
}

/** Ignores the error if another process that starts at the same time has created the folder. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
