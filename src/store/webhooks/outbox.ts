// The outbox as the deliverer works it off: each row is taken by one process at a time, with a lease.

import { sql } from 'kysely';
import { inBatches } from '../batches.ts';
import type { Database } from '../dialect.ts';
import type { DeliveryAttemptRow, DeliveryRow, WebhookRow } from '../tables.ts';

/** A delivery that nobody has taken, with where and how to send it. */
export type DueDelivery = Pick<DeliveryRow, 'id' | 'account_id'> &
  Pick<WebhookRow, 'url' | 'secret' | 'previous_until' | 'failing_since'>;

/** With the secrets that sign it, the newest first. */
export type TakenDelivery = Pick<DeliveryRow, 'id' | 'event' | 'body'> &
  Pick<WebhookRow, 'url'> & { readonly secrets: readonly string[] };

export type HeldDelivery = Pick<
  DeliveryRow,
  'id' | 'account_id' | 'event' | 'state' | 'attempts' | 'tries' | 'leased_by'
>;

/** Whose deliveries are passed over. */
interface Without {
  readonly receivers: string[];
  /** All of those who fail at the moment. */
  readonly failing: boolean;
}

export class OutboxStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async count(): Promise<number> {
    const row = await this.#db.read
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'due')
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Whether a look is worth a transaction. */
  async hasDue(at: string): Promise<boolean> {
    return (await this.#due(at).select('d.id').limit(1).executeTakeFirst()) !== undefined;
  }

  /** Within a transaction: what nobody has taken, longest due first. */
  due(at: string, { receivers, failing }: Without, limit: number): Promise<DueDelivery[]> {
    return this.#due(at)
      .$if(receivers.length > 0, (query) => query.where('d.account_id', 'not in', receivers))
      .$if(failing, (query) => query.where('w.failing_since', 'is', null))
      .select(['d.id', 'd.account_id', 'w.url', 'w.failing_since'])
      .select(['w.secret', 'w.previous_until'])
      .orderBy('d.due_at')
      .limit(limit)
      .modifyEnd(this.#db.dialect.skipLocked)
      .execute();
  }

  /** With what is to be sent, which is not read of those that are not taken. */
  lease(ids: string[], by: string, until: string) {
    return this.#db.write
      .updateTable('deliveries')
      .set({ leased_by: by, leased_until: until })
      .where('id', 'in', ids)
      .returning(['id', 'event', 'body'])
      .execute();
  }

  /** For another process to take at once. */
  async release(ids: string[], by: string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db.write
      .updateTable('deliveries')
      .set({ leased_by: null, leased_until: null })
      .where('id', 'in', ids)
      .where('leased_by', 'in', by)
      .execute();
  }

  /** Within a transaction: how these stand, kept from others until it ends. */
  held(ids: string[]): Promise<HeldDelivery[]> {
    const query = this.#db.write
      .selectFrom('deliveries')
      .select(['id', 'account_id', 'event', 'state', 'attempts', 'tries', 'leased_by'])
      .where('id', 'in', ids)
      .orderBy('id');
    return this.#db.dialect.forUpdate(query).execute();
  }

  addAttempts(attempts: DeliveryAttemptRow[]): Promise<void> {
    return inBatches(attempts, (some) =>
      this.#db.write.insertInto('delivery_attempts').values(some).execute(),
    );
  }

  async delivered(ids: string[], at: string): Promise<void> {
    if (ids.length === 0) return;
    await this.#db.write
      .updateTable('deliveries')
      .set({
        state: 'delivered',
        finished_at: at,
        attempts: sql`attempts + 1`,
        tries: sql`tries + 1`,
        leased_by: null,
        leased_until: null,
      })
      .where('id', 'in', ids)
      .execute();
  }

  async update(id: string, changes: Partial<DeliveryRow>): Promise<void> {
    await this.#db.write.updateTable('deliveries').set(changes).where('id', '=', id).execute();
  }

  #due(at: string) {
    return this.#db.read
      .selectFrom('deliveries as d')
      .innerJoin('webhooks as w', 'w.account_id', 'd.account_id')
      .where('d.state', '=', 'due')
      .where('d.due_at', '<=', at)
      .where(({ eb, or }) => or([eb('d.leased_until', 'is', null), eb('d.leased_until', '<=', at)]))
      .where('w.enabled', '=', 1);
  }
}
