// A batch of writes: statements that are known before the first of them runs. All of them take effect, or none.

import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export type WriteBatch = readonly CompiledQuery[];

/** Statements run one after the other, because a transaction has one connection. */
export async function runInTurn(transaction: Kysely<Tables>, batch: WriteBatch): Promise<void> {
  for (const statement of batch) await transaction.executeQuery(statement);
}
