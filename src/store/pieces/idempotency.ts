// Idempotency: stored responses to writes that have an Idempotency-Key.

import type { Database } from '../database/dialect.ts';
import { insertsOf } from '../database/inserts.ts';
import { Repository } from '../database/repository.ts';
import type { WriteBatch } from '../database/write-batch.ts';
import type { IdempotentAnswerRow } from '../tables/pieces.ts';

export class IdempotencyStore extends Repository {
  find(keyId: string, key: string, since: string): Promise<IdempotentAnswerRow | undefined> {
    return this.db.read
      .selectFrom('idempotent_answers')
      .selectAll()
      .where('key_id', '=', keyId)
      .where('idempotency_key', '=', key)
      .where('created_at', '>=', since)
      .executeTakeFirst();
  }

  /** Call `remember` in the transaction of the write, so that neither is stored without the other. */
  remember(answer: IdempotentAnswerRow, since: string): Promise<void> {
    return this.db.writeBatch(rememberAnswer(this.db, answer, since));
  }

  async forget(before: string, most: number): Promise<number> {
    const oldest = this.db.write
      .selectFrom('idempotent_answers')
      .select(['key_id', 'idempotency_key'])
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(most)
      .$asTuple('key_id', 'idempotency_key');
    const { numDeletedRows } = await this.db.write
      .deleteFrom('idempotent_answers')
      .where(({ eb, refTuple }) => eb(refTuple('key_id', 'idempotency_key'), 'in', oldest))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

/** Replaces an expired response. The primary key refuses a second one; a concurrent insert waits for the first. */
export function rememberAnswer(
  db: Database,
  answer: IdempotentAnswerRow,
  since: string,
): WriteBatch {
  const forget = db.write
    .deleteFrom('idempotent_answers')
    .where('key_id', '=', answer.key_id)
    .where('idempotency_key', '=', answer.idempotency_key)
    .where('created_at', '<', since);
  return [forget.compile(), ...insertsOf(db, 'idempotent_answers', [answer])];
}
