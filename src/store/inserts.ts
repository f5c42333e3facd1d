// Inserts as statements. That of one row is written once for each set of columns: making its text
// takes longer than what the database does with it.

import { CompiledQuery, type InsertObject } from 'kysely';
import { batchesOf } from './batches.ts';
import type { Database, Dialect } from './dialect.ts';
import type { Script } from './scripts.ts';
import type { Tables } from './tables.ts';

const texts = new WeakMap<Dialect, Map<string, string>>();

export function insertsOf<Table extends keyof Tables>(
  db: Database,
  table: Table,
  rows: InsertObject<Tables, Table>[],
): Script {
  const [row] = rows;
  if (row && rows.length === 1) return [insertOf(db, table, row)];
  return batchesOf(rows).map((some) => db.write.insertInto(table).values(some).compile());
}

function insertOf<Table extends keyof Tables>(
  { write, dialect }: Database,
  table: Table,
  row: InsertObject<Tables, Table>,
): CompiledQuery {
  const known = texts.get(dialect) ?? new Map<string, string>();
  texts.set(dialect, known);
  const shape = `${table} ${Object.keys(row)}`;
  const text = known.get(shape) ?? write.insertInto(table).values(row).compile().sql;
  known.set(shape, text);
  return CompiledQuery.raw(text, Object.values(row));
}
