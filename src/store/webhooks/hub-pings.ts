// Feeds that the hub has yet to be told of. Several processes may tell it; each feed is told by one.

import { inBatches } from '../batches.ts';
import type { Database } from '../dialect.ts';
import type { HubPingRow } from '../tables.ts';

export class HubPingStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** To be told from now on, and with patience anew where it was tried before. */
  async add(topics: string[], at: string): Promise<void> {
    const rows = topics.map((topic) => ({ topic, due_at: at, attempts: 0 }));
    await inBatches(rows, (some) =>
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

  /** Puts it off, unless it was put off or added anew since it was read. */
  async putOff({ topic, due_at }: HubPingRow, changes: Omit<HubPingRow, 'topic'>) {
    const { numUpdatedRows } = await this.#db.write
      .updateTable('hub_pings')
      .set(changes)
      .where('topic', '=', topic)
      .where('due_at', '=', due_at)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Done with, unless it was added anew meanwhile. */
  async remove({ topic, due_at }: HubPingRow): Promise<void> {
    await this.#db.write
      .deleteFrom('hub_pings')
      .where('topic', '=', topic)
      .where('due_at', '=', due_at)
      .execute();
  }
}
