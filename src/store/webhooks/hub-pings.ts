// WebSub pings that are due. Only one process sends each ping.

import { inChunks } from '../database/chunks.ts';
import { Leases, UNLEASED } from '../database/leases.ts';
import { Repository } from '../database/repository.ts';
import type { HubPingRow } from '../tables/webhooks.ts';

/** A dead process's pings are free again after this. */
export const PING_LEASE_MS = 60_000;

export class HubPingStore extends Repository {
  readonly leases = new Leases(this.db, {
    table: 'hub_pings',
    key: 'topic',
    leaseMs: PING_LEASE_MS,
  });

  /** Adds pings. A ping that is already waiting starts its retries again. */
  async add(topics: string[], at: string): Promise<void> {
    const again = { due_at: at, attempts: 0, ...UNLEASED };
    const rows = topics.map((topic) => ({ topic, ...again }));
    await inChunks(rows, (some) =>
      this.db.write
        .insertInto('hub_pings')
        .values(some)
        .onConflict((conflict) => conflict.column('topic').doUpdateSet(again))
        .execute(),
    );
  }

  hasDue(now: Date): Promise<boolean> {
    return this.leases.hasDue(this.#all(), now);
  }

  /** Selects unclaimed pings, longest due first, and skips locked ones. Call `due` in a transaction. */
  due(now: Date, except: readonly string[], limit: number): Promise<{ id: string }[]> {
    const query = this.#all();
    const others = except.length > 0 ? query.where('d.topic', 'not in', except) : query;
    return this.leases.due(others, now, limit);
  }

  /** Leaves a ping alone that was added again meanwhile. */
  async putOff({ topic, leased_by, attempts }: HubPingRow, due_at: string): Promise<void> {
    await this.db.write
      .updateTable('hub_pings')
      .set({ due_at, attempts: attempts + 1, ...UNLEASED })
      .where('topic', '=', topic)
      .where('leased_by', '=', leased_by)
      .execute();
  }

  /** Leaves a ping alone that was added again meanwhile. */
  async remove({ topic, leased_by }: HubPingRow): Promise<void> {
    await this.db.write
      .deleteFrom('hub_pings')
      .where('topic', '=', topic)
      .where('leased_by', '=', leased_by)
      .execute();
  }

  #all() {
    return this.db.read.selectFrom('hub_pings as d');
  }
}
