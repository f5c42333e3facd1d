// The outbox of webhooks: one process at a time claims a delivery, with a lease.

import { sql } from 'kysely';
import { inChunks } from '../database/chunks.ts';
import { countOf } from '../database/counts.ts';
import { Leases, UNLEASED } from '../database/leases.ts';
import { Repository } from '../database/repository.ts';
import type { DeliveryAttemptRow, DeliveryRow, WebhookRow } from '../tables/webhooks.ts';

/** A dead process's deliveries are free again after this time, which is well beyond an attempt's timeout. */
export const DELIVERY_LEASE_MS = 60_000;

export type DueDelivery = Pick<DeliveryRow, 'id' | 'account_id'> &
  Pick<WebhookRow, 'url' | 'secret' | 'previous_until' | 'failing_since'>;

/** A delivery with the webhook's URL and secrets, newest secret first. */
export type DeliveryToSend = Pick<DeliveryRow, 'id' | 'event' | 'body'> &
  Pick<WebhookRow, 'url'> & { readonly secrets: readonly string[] };

export type AttemptedDelivery = Pick<
  DeliveryRow,
  'id' | 'account_id' | 'event' | 'state' | 'attempts' | 'tries' | 'leased_by'
>;

interface Exclude {
  readonly receivers: string[];
  readonly failing: boolean;
}

export class OutboxStore extends Repository {
  readonly leases = new Leases(this.db, {
    table: 'deliveries',
    key: 'id',
    leaseMs: DELIVERY_LEASE_MS,
  });

  count(): Promise<number> {
    return countOf(this.db.read.selectFrom('deliveries').where('state', '=', 'due'));
  }

  hasDue(now: Date): Promise<boolean> {
    return this.leases.hasDue(this.#sendable(), now);
  }

  /** Selects unclaimed deliveries, longest due first, and skips locked ones. Call `due` in a transaction. */
  due(now: Date, { receivers, failing }: Exclude, limit: number): Promise<DueDelivery[]> {
    const query = this.#sendable()
      .$if(receivers.length > 0, (some) => some.where('d.account_id', 'not in', receivers))
      .$if(failing, (some) => some.where('w.failing_since', 'is', null))
      .select(['d.account_id', 'w.url', 'w.failing_since'])
      .select(['w.secret', 'w.previous_until']);
    return this.leases.due(query, now, limit);
  }

  /** Selects and locks the deliveries until the transaction ends. */
  leased(ids: string[]): Promise<AttemptedDelivery[]> {
    const query = this.db.write
      .selectFrom('deliveries')
      .select(['id', 'account_id', 'event', 'state', 'attempts', 'tries', 'leased_by'])
      .where('id', 'in', ids)
      .orderBy('id');
    return this.db.dialect.forUpdate(query).execute();
  }

  addAttempts(attempts: DeliveryAttemptRow[]): Promise<void> {
    return inChunks(attempts, (some) =>
      this.db.write.insertInto('delivery_attempts').values(some).execute(),
    );
  }

  async delivered(ids: string[], at: string): Promise<void> {
    if (ids.length === 0) return;
    await this.db.write
      .updateTable('deliveries')
      .set({
        state: 'delivered',
        finished_at: at,
        attempts: sql`attempts + 1`,
        tries: sql`tries + 1`,
        ...UNLEASED,
      })
      .where('id', 'in', ids)
      .execute();
  }

  async update(id: string, changes: Partial<DeliveryRow>): Promise<void> {
    await this.db.write.updateTable('deliveries').set(changes).where('id', '=', id).execute();
  }

  #sendable() {
    return this.db.read
      .selectFrom('deliveries as d')
      .innerJoin('webhooks as w', 'w.account_id', 'd.account_id')
      .where('d.state', '=', 'due')
      .where('w.enabled', '=', 1);
  }
}
