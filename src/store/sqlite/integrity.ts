// SQLite's own checks of its file.

import { type Kysely, sql } from 'kysely';
import type { BrokenReference } from '../database/row-counts.ts';
import type { Tables } from '../tables.ts';
import { TABLES } from './backup.ts';

const LINES = 5;

/** integrity_check covers every page and index, and NOT NULL, CHECK and UNIQUE constraints. */
export async function damage(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`
    PRAGMA integrity_check(${sql.lit(LINES)})
  `.execute(db);
  return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
}

export async function brokenReferences(db: Kysely<Tables>): Promise<BrokenReference[]> {
  const { rows } = await sql<BrokenReference>`
    SELECT "table", count(*) AS rows FROM pragma_foreign_key_check GROUP BY "table"
  `.execute(db);
  return rows;
}

export async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${sql.raw(TABLES)}`.execute(db);
  return rows.map(({ name }) => name);
}
