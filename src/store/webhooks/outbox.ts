// The outbox for the deliverer: each delivery is claimed by one process at a time, with a lease.

import { sql } from 'kysely';
import { inChunks } from '../chunks.ts';
import type { Database } from '../dialect.ts';
import type { DeliveryAttemptRow, DeliveryRow, WebhookRow } from '../tables/webhooks.ts';

/** A delivery that nobody has claimed, with where and how to send it. */
export type DueDelivery = Pick<DeliveryRow, 'id' | 'account_id'> &
  Pick<WebhookRow, 'url' | 'secret' | 'previous_until' | 'failing_since'>;

/** With the secrets that sign it, the newest first. */
export type DeliveryToSend = Pick<DeliveryRow, 'id' | 'event' | 'body'> &
  Pick<WebhookRow, 'url'> & { readonly secrets: readonly string[] };

export type LeasedDelivery = Pick<
  DeliveryRow,
  'id' | 'account_id' | 'event' | 'state' | 'attempts' | 'tries' | 'leased_by'
>;

/** Whose deliveries to skip. */
interface Exclude {
  readonly receivers: string[];
  /** Receivers that are failing at the moment. */
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

  /** Whether anything is due, before a transaction is begun. */
  async hasDue(at: string): Promise<boolean> {
    return (await this.#due(at).select('d.id').limit(1).executeTakeFirst()) !== undefined;
  }

  /** Within a transaction: unclaimed deliveries, longest due first; skip locked. */
  due(at: string, { receivers, failing }: Exclude, limit: number): Promise<DueDelivery[]> {
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

  /** With their bodies, which are only read for claimed deliveries. */
  lease(ids: string[], by: string, until: string) {
    return this.#db.write
      .updateTable('deliveries')
      .set({ leased_by: by, leased_until: until })
      .where('id', 'in', ids)
      .returning(['id', 'event', 'body'])
      .execute();
  }

  /** Releases the lease, so that another process can claim it at once. */
  async release(ids: string[], by: string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db.write
      .updateTable('deliveries')
      .set({ leased_by: null, leased_until: null })
      .where('id', 'in', ids)
      .where('leased_by', 'in', by)
      .execute();
  }

  /** Within a transaction: these deliveries, locked until it ends. */
  leased(ids: string[]): Promise<LeasedDelivery[]> {
    const query = this.#db.write
      .selectFrom('deliveries')
      .select(['id', 'account_id', 'event', 'state', 'attempts', 'tries', 'leased_by'])
      .where('id', 'in', ids)
      .orderBy('id');
    return this.#db.dialect.forUpdate(query).execute();
  }

  addAttempts(attempts: DeliveryAttemptRow[]): Promise<void> {
    return inChunks(attempts, (some) =>
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
