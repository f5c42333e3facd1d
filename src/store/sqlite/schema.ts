// Reads the schema of a SQLite database and the one that its migrations would make, and finds values of a wrong type.

import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { WrongValues } from '../database/row-counts.ts';
import type { SchemaObject } from '../database/schema-differences.ts';
import type { Tables } from '../tables.ts';
import { TABLES } from './backup.ts';

const OBJECTS = `SELECT type AS kind, name, coalesce(sql, '') AS statement FROM sqlite_schema
  WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

const COLUMNS = `SELECT m.name AS "table", c.name AS name, c.type AS type
  FROM sqlite_schema m, pragma_table_info(m.name) c
  WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL %'`;

interface ObjectRow {
  kind: string;
  name: string;
  statement: string;
}

interface ColumnRow {
  table: string;
  name: string;
  type: string;
}

export async function schema(db: Kysely<Tables>): Promise<SchemaObject[]> {
  const objects = await sql<ObjectRow>`${sql.raw(OBJECTS)}`.execute(db);
  const columns = await sql<ColumnRow>`${sql.raw(COLUMNS)}`.execute(db);
  return objectsOf(objects.rows, columns.rows);
}

export async function migratedSchema(
  _db: Kysely<Tables>,
  statements: readonly string[],
): Promise<SchemaObject[]> {
  const database = new DatabaseSync(':memory:');
  const all = (query: string) => database.prepare(query).all();
  try {
    for (const each of statements) database.exec(each);
    const objects = all(OBJECTS).map(({ kind, name, statement }) => ({
      ...{ kind: String(kind), name: String(name), statement: String(statement) },
    }));
    const columns = all(COLUMNS).map(({ table, name, type }) => ({
      ...{ table: String(table), name: String(name), type: String(type) },
    }));
    return objectsOf(objects, columns);
  } finally {
    database.close();
  }
}

const isVirtual = (statement: string) => /^CREATE VIRTUAL /i.test(statement);

/**
 * Tables are compared by columns, because adding one changes a table's statement. Virtual tables are compared by
 * statement, because their columns can't be listed if their storage is gone.
 */
const objectsOf = (
  objects: readonly ObjectRow[],
  columns: readonly ColumnRow[],
): SchemaObject[] => [
  ...objects.map(({ kind, name, statement }) => {
    const definition = statement.replaceAll(/\s+/g, ' ').trim();
    if (kind === 'table')
      return { kind, name, definition: isVirtual(definition) ? definition : '' };
    return { kind, name, definition, statement: definition };
  }),
  ...columns.map(({ table, name, type }) => ({
    ...{ kind: 'column', name: `${table}.${name}`, definition: type },
  })),
];

const STORED_AS: { [type: string]: string } = {
  TEXT: `'text', 'null'`,
  INTEGER: `'integer', 'null'`,
  BIGINT: `'integer', 'null'`,
};

/** Finds values of a wrong type, which SQLite accepts in tables that are not STRICT. */
export async function wrongValues(db: Kysely<Tables>): Promise<WrongValues[]> {
  const columns = await sql<ColumnRow>`${sql.raw(COLUMNS)}`.execute(db);
  const tables = await sql<{ name: string }>`${sql.raw(TABLES)}`.execute(db);
  const ours = new Set(tables.rows.map(({ name }) => name));
  const found: WrongValues[] = [];
  for (const { table, name: column, type } of columns.rows) {
    const types = STORED_AS[type];
    if (types === undefined || !ours.has(table)) continue;
    const { rows } = await sql<{ rows: number }>`
      SELECT count(*) AS rows FROM ${sql.table(table)}
      WHERE typeof(${sql.ref(column)}) NOT IN (${sql.raw(types)})
    `.execute(db);
    const count = Number(rows[0]?.rows);
    if (count > 0) found.push({ table, column, type, rows: count });
  }
  return found;
}
