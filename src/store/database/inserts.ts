// INSERT statements for a batch of writes.

import type { InsertObject } from 'kysely';
import type { Tables } from '../tables.ts';
import { chunksOf } from './chunks.ts';
import type { Database } from './dialect.ts';
import { statementOf } from './statements.ts';
import type { WriteBatch } from './write-batch.ts';

/** Rows must have plain values or null, because these become the parameters of a cached statement. */
export function insertsOf<Table extends keyof Tables>(
  { write, dialect }: Database,
  table: Table,
  rows: InsertObject<Tables, Table>[],
): WriteBatch {
  const insert = (some: typeof rows) => write.insertInto(table).values(some);
  const [row] = rows;
  if (!row || rows.length > 1) return chunksOf(rows).map((some) => insert(some).compile());
  const name = `${table} ${Object.keys(row)}`;
  return [statementOf(dialect, name, () => insert(rows), Object.values(row))];
}
