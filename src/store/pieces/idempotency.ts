// What was answered to writes that carried an Idempotency-Key.

import type { Database } from '../dialect.ts';
import { insertsOf } from '../inserts.ts';
import type { Script } from '../scripts.ts';
import type { IdempotentAnswerRow } from '../tables.ts';

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

  /** Fails where the key has an answer since then. On PostgreSQL a second one waits for the first. */
  remembering(answer: IdempotentAnswerRow, since: string): Script {
    const forgetting = this.#db.write
      .deleteFrom('idempotent_answers')
      .where('key_id', '=', answer.key_id)
      .where('created_at', '<', since);
    return [forgetting.compile(), ...insertsOf(this.#db, 'idempotent_answers', [answer])];
  }
}
