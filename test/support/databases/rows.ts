// Remembers every row of a database, tells whether any has changed since, and restores them.

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { after } from 'node:test';
import pg from 'pg';
import type { Place } from './databases.ts';
import { databaseFile } from './sql.ts';

interface Row {
  [column: string]: string | number | null;
}

export interface Rows {
  /** Runs one statement. */
  query(statement: string): Promise<Row[]>;
  /** Whether another connection has written since the rows were remembered. */
  haveChanged(): Promise<boolean>;
  restore(): Promise<void>;
}

/** Remembers the rows of a place. No other connection may write while they are restored. */
export const rowsAt = (place: Place): Promise<Rows> =>
  place.databaseUrl === null ? sqliteRows(place) : postgresRows(place.databaseUrl);

async function sqliteRows(place: Place): Promise<Rows> {
  const database = new DatabaseSync(databaseFile(place), {
    timeout: 60_000,
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
  const rowsOf = (table: string) => all(`SELECT * FROM ${table}`);
  const kept = new Map(tables.map(({ name }) => [String(name), rowsOf(String(name))]));
  // SQLite's data_version changes with commits of other connections, but not with this one's.
  const version = () => all('PRAGMA data_version')[0]?.['data_version'];
  let seen = version();
  return {
    query: async (statement) => all(statement),
    haveChanged: async () => version() !== seen,
    async restore() {
      database.exec('BEGIN IMMEDIATE');
      for (const [name, rows] of kept) {
        if (JSON.stringify(rowsOf(name)) === JSON.stringify(rows)) continue;
        prepare(`DELETE FROM ${name}`).run();
        for (const row of rows) prepare(insertion(name, row)).run(...Object.values(row));
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

/** Counts the rows that other connections write, even if they are rolled back, in all and per table. */
const COUNT_WRITE = `
  CREATE SEQUENCE written;
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM nextval('written'), nextval(TG_ARGV[0]::regclass);
      RETURN NULL;
    END
  $$;
  SELECT nextval('written')`;

/** Advances the sequence once, since `last_value` is the same before and after the first value. */
const countedWrites = (table: string) => `
  CREATE SEQUENCE written_${table};
  SELECT nextval('written_${table}');
  CREATE TRIGGER counted AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION count_write('written_${table}')`;

async function postgresRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The database may be dropped before this connection is closed.
  client.on('error', () => {});
  after(() => client.end());
  const all = async (statement: string) => (await client.query<Row>(statement)).rows;
  /** Runs a named statement, which PostgreSQL plans only once. */
  const one = async (name: string, text: string) =>
    String((await client.query<Row>({ name, text })).rows[0]?.['value']);
  // Turns off triggers and foreign keys for this connection: rows can be restored in any order and are not counted.
  await client.query('SET session_replication_role = replica');
  const names = await all("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const tables = names.map(({ tablename }) => String(tablename));
  const rowsOf = (table: string) =>
    one(`rows of ${table}`, `SELECT coalesce(json_agg(t), '[]')::text AS value FROM ${table} t`);
  const digestOf = (table: string) =>
    one(
      `digest of ${table}`,
      `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS value FROM ${table} t`,
    );
  const kept = new Map<string, { rows: string; digest: string }>();
  for (const table of tables) {
    kept.set(table, { rows: await rowsOf(table), digest: await digestOf(table) });
  }
  await client.query(COUNT_WRITE);
  for (const table of tables) await client.query(countedWrites(table));
  const sequences = tables.map((table) => `(SELECT last_value FROM written_${table})`);
  const lastWrite = () => one('last write', 'SELECT last_value::text AS value FROM written');
  const lastWrites = async () =>
    (await one('last writes', `SELECT concat_ws(' ', ${sequences.join(', ')}) AS value`)).split(
      ' ',
    );
  /** Tables that were written to since the rows were remembered. */
  const written = new Set<string>();
  let last = { write: await lastWrite(), writes: await lastWrites() };
  async function lookForWrites(): Promise<boolean> {
    const write = await lastWrite();
    if (write === last.write) return false;
    const writes = await lastWrites();
    for (const [at, table] of tables.entries()) {
      if (writes[at] !== last.writes[at]) written.add(table);
    }
    last = { write, writes };
    return true;
  }
  return {
    query: all,
    async haveChanged() {
      if (!(await lookForWrites())) return false;
      for (const table of written) {
        if ((await digestOf(table)) !== kept.get(table)?.digest) return true;
      }
      return false;
    },
    async restore() {
      await lookForWrites();
      await client.query('BEGIN');
      for (const table of written) {
        await client.query(`DELETE FROM ${table}`);
        await client.query(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
          [kept.get(table)?.rows],
        );
      }
      await client.query('COMMIT');
      written.clear();
    },
  };
}
