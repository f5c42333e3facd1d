// Runs SQL without the store, as an operator, another program or a disk fault might change a database.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Place } from './databases.ts';

interface Row {
  [column: string]: unknown;
}

export type Query = (statement: string) => Promise<Row[]>;

export const databaseFile = ({ dataDir }: Place) => join(dataDir, 'standfirst.db');

/** Opens one connection for the length of some work. */
export async function withSql<Result>(
  place: Place,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  return place.databaseUrl === null ? onSqlite(place, work) : onPostgres(place.databaseUrl, work);
}

export const sqlAt = (place: Place, statement: string) =>
  withSql(place, (query) => query(statement));

async function onSqlite<Result>(place: Place, work: (query: Query) => Promise<Result>) {
  const database = new DatabaseSync(databaseFile(place), { timeout: 60_000 });
  try {
    return await work(async (statement) =>
      database
        .prepare(statement)
        .all()
        .map((row) => ({ ...row })),
    );
  } finally {
    database.close();
  }
}

async function onPostgres<Result>(url: string, work: (query: Query) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query<Row>(statement)).rows);
  } finally {
    await client.end();
  }
}
