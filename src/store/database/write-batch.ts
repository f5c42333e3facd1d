// A batch of writes: statements that are all known before the first one runs. Either all take effect, or none.

import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export type WriteBatch = readonly CompiledQuery[];

/** Runs the statements one after the other, because a transaction has a single connection. */
export async function runInTurn(transaction: Kysely<Tables>, batch: WriteBatch): Promise<void> {
  for (const statement of batch) await transaction.executeQuery(statement);
}
