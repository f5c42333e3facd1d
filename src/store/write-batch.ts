// A batch of writes: statements that are known before the first of them runs. All are done, or none.

import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type WriteBatch = readonly CompiledQuery[];

/** In a transaction, one after the other. */
export async function runInTurn(transaction: Kysely<Tables>, batch: WriteBatch): Promise<void> {
  for (const statement of batch) await transaction.executeQuery(statement);
}
