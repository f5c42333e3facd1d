// The PostgreSQL database: one pool for searches, one for everything else, and two more for a replica if there is one.

import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../../errors.ts';
import type { Database, Dialect } from '../database/dialect.ts';
import { runInTurn } from '../database/write-batch.ts';
import { SEARCH } from '../publications/search-limiter.ts';
import type { Tables } from '../tables.ts';
import { EVERYTHING } from '../topics/topics.ts';
import { sharesOf } from './connection-shares.ts';
import { ContentListener } from './content-listener.ts';
import { FirstErrorDialect } from './driver.ts';
import { type Connect, connectionsOf, Heartbeat } from './heartbeat.ts';
import { brokenReferences, damage, tableNames } from './integrity.ts';
import { refuseTransactionPooling } from './pooler-check.ts';
import { Connections, StatementNames, UNHURRIED } from './prepared-statements.ts';
import { Replica } from './replica.ts';
import { withRetries } from './retry-deadlocks.ts';
import { migratedSchema, schema } from './schema.ts';
import { findPieces, matchAuthors } from './search.ts';
import { checkSearchIndex, rebuildSearchIndex } from './search-index.ts';

const CONNECT_MS = 5_000;
/** A short limit, because the primary can answer instead. */
const CONNECT_TO_REPLICA_MS = 1_000;
const STATEMENT_MS = 30_000;
/** How long requests wait for a server that does not answer, whether it is frozen or unreachable. */
const PATIENCE_MS = 4_000;
/** A shorter limit than the primary's, because the primary can answer instead. */
const LEFT_AFTER_MS = 900;
/** Longer than the search limiter's own limit, whose error names the reason. */
const SEARCH_STATEMENT_MS = SEARCH.ms + 250;
/** How long after PostgreSQL's own time limit the client gives up. By then, the server or the network must be gone. */
const CLIENT_GRACE_MS = 1_000;

const LOCK_WAIT_MS = 5_000;

const INT8 = 20;

// 64-bit integers become numbers, because positions and amounts are small enough for exact ones.
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format),
};

const OPTIONS = { connectionTimeoutMillis: CONNECT_MS, types };

const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)/;

/**
 * SQLSTATE classes 08 connection, 28 authorisation, 3D database, 40 rollback, 53 resources, 57P shutdown, 58 system;
 * codes 25006 read only, 42501 no permission.
 */
const REFUSED = /^(08|28|3D|40|53|57P|58|25006|42501)/;

/** The code within class 53 that only an operator can fix. */
const DISK_FULL = '53100';

/** Errors of the driver itself have no SQLSTATE code, only a message. */
const BROKEN = /timeout|terminated|not queryable|does not support SSL|conflict with recovery/i;

const SEARCHED = ['piece_texts', 'piece_parts', 'publications', 'publication_tags', 'author_texts'];

const dialect: Dialect = {
  name: 'postgres',
  // COLLATE "C" compares text by code point in every locale.
  migrationText: (text) => text.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"'),
  findPieces,
  matchAuthors,
  // The server stops slow statements itself, so the condition does nothing.
  interruptible: sql<boolean>`TRUE`,
  indexOf: (text, column) => sql<number>`strpos(${sql.ref(column)}, ${text})`,
  checkSearchIndex,
  rebuildSearchIndex,
  damage,
  schema,
  migratedSchema,
  // PostgreSQL rejects values of the wrong type.
  wrongValues: async () => [],
  brokenReferences,
  tableNames,
  // VACUUM merges the indexes' lists of new entries, which every search would otherwise read in full.
  async settle(db) {
    await sql`ANALYZE`.execute(db);
    for (const table of SEARCHED) await sql`VACUUM ${sql.table(table)}`.execute(db);
  },
  async forgetChanges(db) {
    await sql`SELECT tell_of_topics(ARRAY[${EVERYTHING}])`.execute(db);
    await sql`DELETE FROM content_changes
      WHERE xact < pg_current_xact_id()::text::bigint`.execute(db);
  },
  // Keys never change, so the weaker lock lets others insert rows that refer to this one.
  forUpdate: (query) => query.forNoKeyUpdate(),
  async unhurried(db) {
    await sql.raw(UNHURRIED).execute(db);
  },
  // FOR UPDATE, because positions are keys and may change.
  async lockPieces(db, condition) {
    await sql`SELECT count(*) FROM (
      SELECT id FROM pieces WHERE ${condition} ORDER BY id FOR UPDATE) AS locked`.execute(db);
  },
  async lockPositions(db) {
    await sql`SELECT pg_advisory_xact_lock(hashtext('standfirst positions'))`.execute(db);
  },
  async lockAccounts(db) {
    await sql`SELECT pg_advisory_xact_lock(hashtext('standfirst accounts'))`.execute(db);
  },
  skipLocked: sql`FOR UPDATE OF d SKIP LOCKED`,
  isDiskFull: (error) => error instanceof Error && 'code' in error && error.code === DISK_FULL,
  unavailable(error) {
    if (!(error instanceof Error)) return undefined;
    const code = 'code' in error ? String(error.code) : '';
    if (UNREACHABLE.test(code) || REFUSED.test(code)) return error.message || code;
    return BROKEN.test(error.message) ? error.message : undefined;
  },
};

export interface PostgresPlace {
  url: string;
  readUrl: string | null;
  /** The maximum number of connections to each server. */
  connections: number;
}

export function postgresDatabase({ url, readUrl, connections }: PostgresPlace): Database {
  const { main, searches } = sharesOf(connections);
  const address = { ...OPTIONS, connectionString: url };
  const content = new ContentListener(address, PATIENCE_MS);
  const options = { ...address, max: main, onConnect: limitStatements };
  // The pool's own hook is used, because Kysely never releases a connection if its onConnect hook fails.
  const pool = poolOf({
    ...options,
    async onConnect(client) {
      await limitStatements(client);
      await content.listenOn(client);
    },
  });
  const forSearches = { ...options, max: searches, onConnect: planSearches };
  const searching = poolOf(forSearches);
  const names = new StatementNames();
  const namesForSearches = new StatementNames();
  const kyselyOn = (
    connect: Connect,
    prepared: StatementNames | null,
    longestMs = STATEMENT_MS,
  ) => {
    const timeoutMs = longestMs + CLIENT_GRACE_MS;
    return new Kysely<Tables>({
      dialect: new FirstErrorDialect({ pool: new Connections(connect, prepared, timeoutMs) }),
    });
  };
  const connect = connectionsOf(pool, content.heartbeat);
  const write = kyselyOn(connect, names);
  // Slow reads are not prepared: a plan for the actual parameters is worth more than saved parsing.
  const slow = kyselyOn(connect, null);
  const replicaHeartbeat =
    readUrl === null
      ? null
      : new Heartbeat({ ...address, connectionString: readUrl }, LEFT_AFTER_MS);
  const readersOf = (primary: pg.Pool, given: pg.PoolConfig) => {
    if (readUrl === null || replicaHeartbeat === null) return null;
    const connectionTimeoutMillis = CONNECT_TO_REPLICA_MS;
    const replicas = poolOf({ ...given, connectionString: readUrl, connectionTimeoutMillis });
    return { pool: replicas, replica: new Replica(replicas, primary, content, replicaHeartbeat) };
  };
  const readers = readersOf(pool, options);
  const searchers = readersOf(searching, forSearches);
  const transaction: Database['transaction'] = (work) =>
    withRetries(() => write.transaction().execute(work));
  const where = nameOf(url, 'DATABASE_URL');
  const read = kyselyOn(connect, names);
  return {
    where,
    dialect,
    read,
    slow,
    search: kyselyOn(
      connectionsOf(searching, content.heartbeat),
      namesForSearches,
      SEARCH_STATEMENT_MS,
    ),
    searchesAtOnce: searches,
    longTextsAtOnce: Number.POSITIVE_INFINITY,
    write,
    async migrating(work) {
      const own = poolOf({ ...address, max: 1, application_name: 'standfirst migrations' });
      const db = new Kysely<Tables>({ dialect: new FirstErrorDialect({ pool: own }) });
      const saying = setInterval(() => void sayLockWait(pool), LOCK_WAIT_MS).unref();
      try {
        return await work(db);
      } finally {
        clearInterval(saying);
        await db.destroy();
      }
    },
    transaction,
    writeBatch: (batch) => transaction((tx) => runInTurn(tx, batch)),
    ...(readers &&
      searchers && {
        forReaders: {
          read: kyselyOn(readers.replica.connect, names),
          slow: kyselyOn(readers.replica.connect, null),
          search: kyselyOn(searchers.replica.connect, namesForSearches, SEARCH_STATEMENT_MS),
        },
        replicaBehind: () => readers.replica.behind(),
      }),
    ping: async () => void (await sql`SELECT 1 FROM settings LIMIT 1`.execute(read)),
    contentVersion: () => content.current(),
    hasChanged: (reads, since) => content.hasChanged(reads, since),
    contentLog: content.log,
    listen: () => content.start(),
    async prepare() {
      await refuseTransactionPooling(pool, where);
      if (readUrl === null || readers === null) return;
      const replica = nameOf(readUrl, 'DATABASE_READ_URL');
      await refuseTransactionPooling(readers.pool, replica).catch((error) => {
        // An unreachable replica does not keep the service from starting.
        if (error instanceof OperatorError) throw error;
      });
    },
    async close() {
      for (const each of [content.heartbeat, replicaHeartbeat]) await each?.stop();
      const pools = [readers?.pool, searchers?.pool, searching, pool];
      for (const each of pools) if (each && !each.ending) await each.end();
    },
  };
}

/** Prints which process blocks a migration: another migration, or a long read of a table. */
async function sayLockWait(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ pids: string }>(`SELECT array_to_string(pg_blocking_pids(pid), ', ') AS pids
      FROM pg_stat_activity WHERE application_name = 'standfirst migrations'
        AND datname = current_database() AND wait_event_type = 'Lock' LIMIT 1`)
    .catch(() => ({ rows: [] }));
  const [waiting] = rows;
  if (waiting) console.error(`Migrations are waiting for PostgreSQL process ${waiting.pids}.`);
}

function nameOf(url: string, setting: string): string {
  const { host, pathname } = new URL(url);
  return `The database at ${host}${pathname} (${setting})`;
}

/** Sets the limit after connecting, because a pooler refuses startup parameters that it does not know. */
async function limitStatements(client: pg.ClientBase): Promise<void> {
  await client.query(`SET statement_timeout = ${STATEMENT_MS}`);
}

/** Plans each search, because the best plan depends on the term. Only serial scans can stop early. */
async function planSearches(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SET statement_timeout = ${SEARCH_STATEMENT_MS}; SET plan_cache_mode = force_custom_plan;
    SET max_parallel_workers_per_gather = 0`,
  );
}

function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // Without a listener, an error on a broken connection would end the process. The error needs no handling: the pool
  // replaces the connection, and the query on it fails by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
