// Reads the schema of a PostgreSQL database, and the schema that its migrations would make.

import { type Kysely, sql } from 'kysely';
import type { SchemaObject } from '../database/schema-differences.ts';
import type { Tables } from '../tables.ts';

interface ObjectRow {
  kind: string;
  name: string;
  definition: string;
  statement: string | null;
}

const IS_HERE = 'current_schema()::regnamespace';

/** The query leaves out NOT NULL constraints, because only some versions of PostgreSQL name them. */
const OBJECTS = `
  SELECT 'table' AS kind, relname::text AS name, '' AS definition, NULL AS statement
  FROM pg_class WHERE relkind = 'r' AND relnamespace = ${IS_HERE}
  UNION ALL
  SELECT 'column', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod), NULL
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND c.relnamespace = ${IS_HERE}
  UNION ALL
  SELECT 'index', c.relname, pg_get_indexdef(c.oid), pg_get_indexdef(c.oid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = ${IS_HERE}
    AND NOT EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conindid = c.oid)
  UNION ALL
  SELECT 'trigger', t.tgname, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid), pg_get_triggerdef(t.oid)
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = ${IS_HERE}
  UNION ALL
  SELECT 'function', p.proname, p.prosrc, NULL FROM pg_proc p WHERE p.pronamespace = ${IS_HERE}
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT 'constraint', c.relname || '.' || o.conname, pg_get_constraintdef(o.oid), NULL
  FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
  WHERE o.contype <> 'n' AND c.relnamespace = ${IS_HERE}`;

export async function schema(db: Kysely<Tables>): Promise<SchemaObject[]> {
  const { rows } = await sql<ObjectRow>`${sql.raw(OBJECTS)}`.execute(db);
  const { rows: names } = await sql<{ name: string }>`
    SELECT quote_ident(current_schema()) AS name
  `.execute(db);
  const here = `${names[0]?.name}.`;
  // Schema names are removed from definitions, because the compared schemas have different names.
  const anywhere = (text: string) => text.replaceAll(here, '').replaceAll(/\s+/g, ' ').trim();
  return rows.map(({ kind, name, definition, statement }) => ({
    ...{ kind, name, definition: anywhere(definition) },
    ...(statement === null ? {} : { statement: anywhere(statement) }),
  }));
}

class Undone extends Error {}

/** Makes the schema in a transaction that is rolled back. */
export async function migratedSchema(
  db: Kysely<Tables>,
  statements: readonly string[],
): Promise<SchemaObject[]> {
  let made: SchemaObject[] = [];
  const transaction = db.transaction().execute(async (tx) => {
    // Extensions are in the next schema on the search path.
    const { rows } = await sql<{ path: string }>`
      SELECT current_setting('search_path') AS path
    `.execute(tx);
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`CREATE SCHEMA standfirst_doctor`.execute(tx);
    await sql.raw(`SET LOCAL search_path = standfirst_doctor, ${rows[0]?.path}`).execute(tx);
    for (const each of statements) await sql.raw(each).execute(tx);
    made = await schema(tx);
    throw new Undone();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return made;
}
