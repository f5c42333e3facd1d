// PostgreSQL's own integrity checks.

import { type Kysely, sql } from 'kysely';
import type { BrokenReference } from '../database/row-counts.ts';
import type { Tables } from '../tables.ts';

export async function damage(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT checksum_failures || ' pages have failed their checksum' AS line
    FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0
    UNION ALL
    SELECT 'index ' || c.relname || ' is invalid' FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready)
  `.execute(db);
  return [...rows.map(({ line }) => line), ...(await damagedIndex(db))];
}

/** Runs the amcheck extension, which stops at the first damaged index, if it is installed and permitted. */
async function damagedIndex(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ schema: string }>`
    SELECT n.nspname AS schema FROM pg_extension e
    JOIN pg_namespace n ON n.oid = e.extnamespace AND has_schema_privilege(n.oid, 'usage')
    JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = 'bt_index_check' AND p.pronargs = 2
    WHERE e.extname = 'amcheck' AND has_function_privilege(p.oid, 'execute')
  `.execute(db);
  const [amcheck] = rows;
  if (!amcheck) return [];
  await sql`SAVEPOINT amcheck`.execute(db);
  try {
    await sql`SELECT ${sql.id(amcheck.schema, 'bt_index_check')}(c.oid, true)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
      WHERE a.amname = 'btree' AND c.relnamespace = current_schema()::regnamespace
        AND i.indisvalid AND i.indisready`.execute(db);
    return [];
  } catch (error) {
    if (!isCorruption(error)) throw error;
    await sql`ROLLBACK TO amcheck`.execute(db);
    return [error.message];
  }
}

const isCorruption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === 'XX001' || error.code === 'XX002');

interface ForeignKey {
  child: string;
  parent: string;
  column: string;
  key: string;
}

/** Searches for broken references, because a restore or a superuser may skip PostgreSQL's checks of foreign keys. */
export async function brokenReferences(db: Kysely<Tables>): Promise<BrokenReference[]> {
  const broken: BrokenReference[] = [];
  for (const { child, parent, column, key } of await foreignKeys(db)) {
    const { rows } = await sql<{ rows: number }>`
      SELECT count(*) AS rows FROM ${sql.table(child)} c
      WHERE c.${sql.ref(column)} IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM ${sql.table(parent)} p WHERE p.${sql.ref(key)} = c.${sql.ref(column)})
    `.execute(db);
    const count = Number(rows[0]?.rows);
    if (count > 0) broken.push({ table: child, rows: count });
  }
  return broken;
}

/** Supports foreign keys of one column only, because the schema has no others. */
async function foreignKeys(db: Kysely<Tables>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT child.relname AS child, parent.relname AS parent,
      a.attname AS column, k.attname AS key
    FROM pg_constraint f
    JOIN pg_class child ON child.oid = f.conrelid
    JOIN pg_class parent ON parent.oid = f.confrelid
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
    JOIN pg_attribute k ON k.attrelid = f.confrelid AND k.attnum = f.confkey[1]
    WHERE f.contype = 'f' AND child.relnamespace = current_schema()::regnamespace
    ORDER BY f.conname
  `.execute(db);
  return rows;
}

export const TABLES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;

export async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${sql.raw(TABLES)}`.execute(db);
  return rows.map(({ name }) => name);
}
