// Idempotency: the answers to writes that carried an Idempotency-Key.

import type { Database } from '../dialect.ts';
import { insertsOf } from '../inserts.ts';
import type { IdempotentAnswerRow } from '../tables/pieces.ts';
import type { WriteBatch } from '../write-batch.ts';

export class IdempotencyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(keyId: string, key: string, since: string): Promise<IdempotentAnswerRow | undefined> {
    return this.#db.read
      .selectFrom('idempotent_answers')
      .selectAll()
      .where('key_id', '=', keyId)
      .where('idempotency_key', '=', key)
      .where('created_at', '>=', since)
      .executeTakeFirst();
  }
}

/**
 * Stores an answer and forgets those before `since`. The primary key refuses a second answer to one
 * Idempotency-Key; on PostgreSQL a concurrent one waits for the first to commit.
 */
export function rememberAnswer(
  db: Database,
  answer: IdempotentAnswerRow,
  since: string,
): WriteBatch {
  const forget = db.write
    .deleteFrom('idempotent_answers')
    .where('key_id', '=', answer.key_id)
    .where('created_at', '<', since);
  return [forget.compile(), ...insertsOf(db, 'idempotent_answers', [answer])];
}
