// Every row of a database at one moment: whether any changed since, and the way back to that moment.

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { after } from 'node:test';
import pg from 'pg';
import type { Place } from './databases.ts';
import { databaseFile } from './sql.ts';

interface Row {
  [column: string]: string | number | null;
}

export interface Rows {
  /** Of one statement, now. */
  query(statement: string): Promise<Row[]>;
  /** Whether anything was written since the moment, by anyone. */
  haveChanged(): Promise<boolean>;
  /** Puts every row back as it was. */
  restore(): Promise<void>;
}

/** The rows of a place, as they are now. Nobody else may write while they are put back. */
export const rowsAt = (place: Place): Promise<Rows> =>
  place.databaseUrl === null ? sqliteRows(place) : postgresRows(place.databaseUrl);

async function sqliteRows(place: Place): Promise<Rows> {
  const database = new DatabaseSync(databaseFile(place), {
    timeout: 5_000,
    enableForeignKeyConstraints: false,
  });
  after(() => database.close());
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const all = (statement: string) => prepare(statement).all().map(plain);
  const tables = all(`
    SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%_index%'`);
  const kept = tables.map(({ name }) => ({ name, rows: all(`SELECT * FROM ${name}`) }));
  // Counts what other connections commit, and not what this one does.
  const version = () => all('PRAGMA data_version')[0]?.['data_version'];
  let seen = version();
  return {
    query: async (statement) => all(statement),
    haveChanged: async () => version() !== seen,
    async restore() {
      database.exec('BEGIN IMMEDIATE');
      for (const { name, rows } of kept) {
        prepare(`DELETE FROM ${name}`).run();
        for (const row of rows) prepare(insertion(String(name), row)).run(...Object.values(row));
      }
      database.exec('COMMIT');
      seen = version();
    },
  };
}

function insertion(table: string, row: Row): string {
  const columns = Object.keys(row);
  const marks = columns.map(() => '?').join(', ');
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`;
}

function plain(row: { [column: string]: unknown }): Row {
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    value === null || typeof value === 'number' ? value : String(value),
  ]);
  return Object.fromEntries(entries);
}

/** Counts every row that others write, also one that is rolled back: without, the digest is as it was. */
const COUNTED_WRITES = `
  CREATE SEQUENCE written;
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM nextval('written'); RETURN NULL; END
  $$`;

async function postgresRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The database may be dropped before this is closed.
  client.on('error', () => {});
  after(() => client.end());
  const all = async (statement: string) => (await client.query<Row>(statement)).rows;
  // Lets rows come and go in any order: nothing is checked that was sound before.
  await client.query('SET session_replication_role = replica');
  const names = await all("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const tables = names.map(({ tablename }) => String(tablename));
  const kept = new Map<string, string>();
  for (const table of tables) {
    const [found] = await all(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${table} t`);
    kept.set(table, String(found?.['rows']));
  }
  const digest = tables
    .map(
      (table) => `SELECT coalesce(string_agg(t::text, '|' ORDER BY t::text), '') FROM ${table} t`,
    )
    .map((each) => `md5((${each}))`)
    .join(' || ');
  const digestNow = async () => (await all(`SELECT ${digest} AS digest`))[0]?.['digest'];
  await client.query(COUNTED_WRITES);
  for (const table of tables) {
    await client.query(`CREATE TRIGGER counted AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION count_write()`);
  }
  const lastWrite = async () =>
    (await all('SELECT last_value::text AS last FROM written'))[0]?.['last'];
  const seen = await digestNow();
  let last = await lastWrite();
  return {
    query: all,
    async haveChanged() {
      const now = await lastWrite();
      if (now === last) return false;
      last = now;
      return (await digestNow()) !== seen;
    },
    async restore() {
      await client.query('BEGIN');
      for (const [table, rows] of kept) {
        await client.query(`DELETE FROM ${table}`);
        await client.query(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
          [rows],
        );
      }
      await client.query('COMMIT');
      last = await lastWrite();
    },
  };
}
