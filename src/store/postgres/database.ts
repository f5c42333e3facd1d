// PostgreSQL: one pool for searches, one for all else; for when one machine is outgrown.

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { SEARCH } from '../../schemas/limits.ts';
import type { Database, Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { ContentListener } from './content-listener.ts';
import { matchAuthors, matchPieces } from './search.ts';

const POOL_SIZE = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;

const INT8 = 20;

// Positions and amounts are kept within what a JavaScript number holds exactly.
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format),
};

const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)/;

/**
 * SQLSTATE classes: 08 connection, 28 authorisation, 3D no such database, 53 resources, 57P stop,
 * and two codes: 25006 read only, 42501 no permission.
 */
const REFUSED = /^(08|28|3D|53|57P|25006|42501)/;

/** What the driver itself has to say, without a code. */
const BROKEN = /timeout|terminated|does not support SSL/i;

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
  matchPieces,
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
  passingOverTaken: sql`FOR UPDATE OF d SKIP LOCKED`,
  unavailable(error) {
    if (!(error instanceof Error)) return undefined;
    const code = 'code' in error ? String(error.code) : '';
    if (UNREACHABLE.test(code) || REFUSED.test(code)) return error.message || code;
    return BROKEN.test(error.message) ? error.message : undefined;
  },
};

export function postgresDatabase(url: string): Database {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    types,
  };
  const content = new ContentListener(options);
  const poolOf = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({ ...options, ...config });
    // A connection that breaks is replaced by the pool, and the query on it fails by itself. Without
    // listeners, idle or in use, it would also end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  // Not Kysely's own hook: where that fails, the connection is never given back.
  const pool = poolOf({ max: POOL_SIZE, onConnect: (client) => content.listenOn(client) });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const searching = poolOf({ max: SEARCH.atOnce, statement_timeout: SEARCH.ms });
  const search = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: searching }) });
  const { host, pathname } = new URL(url);
  return {
    where: `The database at ${host}${pathname} (DATABASE_URL)`,
    dialect,
    read: db,
    slow: db,
    search,
    searchesAtOnce: SEARCH.atOnce,
    write: db,
    contentVersion: () => content.current(),
    listen: () => content.start(),
    async close() {
      await content.stop();
      for (const each of [db, search]) await each.destroy();
    },
    async prepare() {},
  };
}
