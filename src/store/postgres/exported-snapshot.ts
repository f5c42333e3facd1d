// A snapshot of a PostgreSQL database, with row counts, which pg_dump can use too.

import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import pg from 'pg';
import type { TableCounts } from '../database/row-counts.ts';
import { TABLES } from './integrity.ts';

export interface Moment {
  readonly snapshot: string;
  readonly major: number;
  readonly rows: TableCounts;
  readonly migrations: string[];
}

/** Runs the work with an exported snapshot, which ends with the work. */
export function atOneMoment<Result>(
  url: string,
  work: (moment: Moment) => Promise<Result>,
): Promise<Result> {
  return connected(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ snapshot: string; version: string }>(
      `SELECT pg_export_snapshot() AS snapshot, current_setting('server_version_num') AS version`,
    );
    const { snapshot = '', version = '0' } = rows[0] ?? {};
    const major = Math.floor(Number(version) / 10_000);
    const counts = await countsOn(client);
    const migrations = await migrationsOn(client, counts);
    return work({ snapshot, major, rows: counts, migrations });
  });
}

export const rowsAt = (url: string): Promise<TableCounts> => connected(url, countsOn);

async function countsOn(client: pg.Client): Promise<TableCounts> {
  const counts: TableCounts = {};
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) AS count FROM ${pg.escapeIdentifier(name)}`,
    );
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

async function migrationsOn(client: pg.Client, counts: TableCounts): Promise<string[]> {
  if (counts[DEFAULT_MIGRATION_TABLE] === undefined) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${DEFAULT_MIGRATION_TABLE} ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A broken connection already fails its query; without this listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
