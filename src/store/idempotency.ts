// What was answered to writes that carried an Idempotency-Key.

import type { Database } from './dialect.ts';
import type { IdempotentAnswerRow } from './tables.ts';

export class IdempotencyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether this is the first with its key. On PostgreSQL a second one waits here for the first. */
  async claim(keyId: string, key: string, bodyHash: string, at: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db.write
      .insertInto('idempotent_answers')
      .values({
        key_id: keyId,
        idempotency_key: key,
        body_hash: bodyHash,
        body: null,
        created_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0) === 1;
  }

  async finish(keyId: string, key: string, body: string): Promise<void> {
    await this.#db.write
      .updateTable('idempotent_answers')
      .set({ body })
      .where('key_id', '=', keyId)
      .where('idempotency_key', '=', key)
      .execute();
  }

  find(keyId: string, key: string): Promise<IdempotentAnswerRow | undefined> {
    return this.#db.write
      .selectFrom('idempotent_answers')
      .selectAll()
      .where('key_id', '=', keyId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
  }

  async forgetBefore(keyId: string, at: string): Promise<void> {
    await this.#db.write
      .deleteFrom('idempotent_answers')
      .where('key_id', '=', keyId)
      .where('created_at', '<', at)
      .execute();
  }
}
