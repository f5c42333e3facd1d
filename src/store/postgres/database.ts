// PostgreSQL: one pool for searches, one for all else, and two to a replica where there is one.

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { SEARCH } from '../../schemas/limits.ts';
import type { Database, Dialect } from '../dialect.ts';
import { runInTurn } from '../scripts.ts';
import type { Tables } from '../tables.ts';
import { ContentListener } from './content-listener.ts';
import { Connections, StatementNames } from './prepared.ts';
import { Replica } from './replica.ts';
import { findPieces, matchAuthors } from './search.ts';

const CONNECT_MS = 5_000;
/** There is the primary to go to. */
const CONNECT_TO_REPLICA_MS = 1_000;
const STATEMENT_MS = 30_000;
/** Later than the gate answers, whose words it is that say why. */
const SEARCH_STATEMENT_MS = SEARCH.ms + 250;
/**
 * PostgreSQL stops a statement that takes too long. When nothing is heard of that either, whoever was
 * at the other end is gone, and nobody says so.
 */
const GONE_AFTER_MS = 1_000;

const INT8 = 20;

// Positions and amounts are kept within what a JavaScript number holds exactly.
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format),
};

const OPTIONS = {
  connectionTimeoutMillis: CONNECT_MS,
  statement_timeout: STATEMENT_MS,
  types,
};

const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)/;

/**
 * SQLSTATE classes: 08 connection, 28 authorisation, 3D no such database, 53 resources, 57P stop,
 * and two codes: 25006 read only, 42501 no permission.
 */
const REFUSED = /^(08|28|3D|53|57P|25006|42501)/;

/** What the driver itself has to say, without a code. */
const BROKEN = /timeout|terminated|does not support SSL|conflict with recovery/i;

const SEARCH_INDEXES = [
  'piece_headlines_index',
  'piece_subs_index',
  'piece_bodies_index',
  'author_texts_index',
];

const dialect: Dialect = {
  name: 'postgres',
  // Every text is compared by code point, whatever locale the database was made with.
  migrationText: (text) => text.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"'),
  findPieces,
  matchAuthors,
  // The server itself stops what takes too long.
  goesOn: sql<boolean>`TRUE`,
  placeOf: (text, column) => sql<number>`strpos(${sql.ref(column)}, ${text})`,
  // PostgreSQL keeps its indexes in step with their tables by itself, while they are there.
  async checkSearchIndex(db) {
    const { rows } = await sql<{ name: string }>`
      SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()
    `.execute(db);
    const missing = SEARCH_INDEXES.filter((index) => !rows.some(({ name }) => name === index));
    if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing.`);
  },
  async settle(db) {
    await sql`ANALYZE`.execute(db);
  },
  // A row's key never changes, so rows that refer to it may still be added meanwhile.
  forUpdate: (query) => query.forNoKeyUpdate(),
  async lockPositions(db) {
    await sql`SELECT pg_advisory_xact_lock(hashtext('standfirst positions'))`.execute(db);
  },
  skipLocked: sql`FOR UPDATE OF d SKIP LOCKED`,
  unavailable(error) {
    if (!(error instanceof Error)) return undefined;
    const code = 'code' in error ? String(error.code) : '';
    if (UNREACHABLE.test(code) || REFUSED.test(code)) return error.message || code;
    return BROKEN.test(error.message) ? error.message : undefined;
  },
};

export interface PostgresPlace {
  url: string;
  /** Of a replica, where there is one. */
  readUrl: string | null;
  /** How many connections there may be to each. */
  connections: number;
}

export function postgresDatabase({ url, readUrl, connections }: PostgresPlace): Database {
  const options = { ...OPTIONS, connectionString: url, max: connections };
  const content = new ContentListener(options);
  // Not Kysely's own hook: where that fails, the connection is never given back.
  const pool = poolOf({ ...options, onConnect: (client) => content.listenOn(client) });
  const forSearches = {
    ...options,
    max: SEARCH.atOnce,
    statement_timeout: SEARCH_STATEMENT_MS,
    onConnect: planSearches,
  };
  const searching = poolOf(forSearches);
  const names = new StatementNames();
  const namesForSearches = new StatementNames();
  const kyselyOn = (
    connect: () => Promise<pg.PoolClient>,
    prepared: StatementNames | null,
    longestMs?: number,
  ) => {
    const patienceMs = longestMs && longestMs + GONE_AFTER_MS;
    return new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new Connections(connect, prepared, patienceMs) }),
    });
  };
  const connect = () => pool.connect();
  // A migration takes as long as it takes.
  const write = kyselyOn(connect, names);
  // What is slow is planned for what is asked for: that is worth more than the reading saved.
  const slow = kyselyOn(connect, null, STATEMENT_MS);
  const readers = readUrl === null ? null : readersOf(readUrl, pool, content, options);
  const searchers = readUrl === null ? null : readersOf(readUrl, searching, content, forSearches);
  const { host, pathname } = new URL(url);
  return {
    where: `The database at ${host}${pathname} (DATABASE_URL)`,
    dialect,
    read: kyselyOn(connect, names, STATEMENT_MS),
    slow,
    search: kyselyOn(() => searching.connect(), namesForSearches, SEARCH_STATEMENT_MS),
    searchesAtOnce: SEARCH.atOnce,
    write,
    atOnce: (script) => write.transaction().execute((tx) => runInTurn(tx, script)),
    ...(readers &&
      searchers && {
        forReaders: {
          read: kyselyOn(readers.replica.connect, names, STATEMENT_MS),
          slow: kyselyOn(readers.replica.connect, null, STATEMENT_MS),
          search: kyselyOn(searchers.replica.connect, namesForSearches, SEARCH_STATEMENT_MS),
        },
        replicaBehind: () => readers.replica.behind(),
      }),
    contentVersion: () => content.current(),
    listen: () => content.start(),
    async prepare() {},
    async close() {
      await content.stop();
      const pools = [readers?.pool, searchers?.pool, searching, pool];
      for (const each of pools) if (each && !each.ending) await each.end();
    },
  };
}

function readersOf(
  url: string,
  primary: pg.Pool,
  content: ContentListener,
  options: pg.PoolConfig,
) {
  const pool = poolOf({
    ...options,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TO_REPLICA_MS,
  });
  return { pool, replica: new Replica(pool, primary, content) };
}

/**
 * A search that is prepared is read once, but planned each time: how depends on what it looks for.
 * Nothing of it runs side by side: it ends when the first matches are enough, and they are the first
 * only while one is asked for after the other.
 */
async function planSearches(client: pg.ClientBase): Promise<void> {
  await client.query(
    'SET plan_cache_mode = force_custom_plan; SET max_parallel_workers_per_gather = 0',
  );
}

/** A connection that breaks is replaced by the pool, and the query on it fails by itself. */
function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // Without listeners, idle or in use, one that breaks would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
