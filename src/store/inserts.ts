// Rows to be added, as statements.

import type { InsertObject } from 'kysely';
import { batchesOf } from './chunks.ts';
import type { Database } from './dialect.ts';
import type { Script } from './write-batch.ts';
import { statementOf } from './statements.ts';
import type { Tables } from './tables.ts';

/** Every column of a row has a plain value, or null. */
export function insertsOf<Table extends keyof Tables>(
  { write, dialect }: Database,
  table: Table,
  rows: InsertObject<Tables, Table>[],
): Script {
  const insert = (some: typeof rows) => write.insertInto(table).values(some);
  const [row] = rows;
  if (!row || rows.length > 1) return batchesOf(rows).map((some) => insert(some).compile());
  const name = `${table} ${Object.keys(row)}`;
  return [statementOf(dialect, name, () => insert(rows), Object.values(row))];
}
