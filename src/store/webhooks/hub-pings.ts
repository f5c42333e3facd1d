// WebSub pings that are due. Several processes may send them; each ping is sent by one.

import { inChunks } from '../chunks.ts';
import type { Database } from '../dialect.ts';
import type { HubPingRow } from '../tables/webhooks.ts';

export class HubPingStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Due from now on; a ping that was retried before starts over. */
  async add(topics: string[], at: string): Promise<void> {
    const rows = topics.map((topic) => ({ topic, due_at: at, attempts: 0 }));
    await inChunks(rows, (some) =>
      this.#db.write
        .insertInto('hub_pings')
        .values(some)
        .onConflict((conflict) => conflict.column('topic').doUpdateSet({ due_at: at, attempts: 0 }))
        .execute(),
    );
  }

  due(now: string, limit: number): Promise<HubPingRow[]> {
    return this.#db.read
      .selectFrom('hub_pings')
      .selectAll()
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('topic')
      .limit(limit)
      .execute();
  }

  /** Schedules the retry, unless it was rescheduled or added again since it was read. */
  async putOff({ topic, due_at }: HubPingRow, changes: Omit<HubPingRow, 'topic'>) {
    const { numUpdatedRows } = await this.#db.write
      .updateTable('hub_pings')
      .set(changes)
      .where('topic', '=', topic)
      .where('due_at', '=', due_at)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Removes it, unless it was added again meanwhile. */
  async remove({ topic, due_at }: HubPingRow): Promise<void> {
    await this.#db.write
      .deleteFrom('hub_pings')
      .where('topic', '=', topic)
      .where('due_at', '=', due_at)
      .execute();
  }
}
