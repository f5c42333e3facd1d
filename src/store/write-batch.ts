// Statements that are known before the first of them runs, to be done all or not at all.

import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type Script = readonly CompiledQuery[];

/** In a transaction, one after the other. */
export async function runInTurn(transaction: Kysely<Tables>, script: Script): Promise<void> {
  for (const statement of script) await transaction.executeQuery(statement);
}
