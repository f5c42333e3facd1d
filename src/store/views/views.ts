// How often pieces were read, hour by hour, and who of today's readers is counted already.

import { inBatches } from '../batches.ts';
import type { Database } from '../dialect.ts';
import type { ViewHourRow, ViewReaderRow } from '../tables.ts';

export class ViewStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Readers counted elsewhere; what trends has to be made anew then. */
  async insertHours(rows: ViewHourRow[]): Promise<void> {
    const { write } = this.#db;
    await inBatches(rows, (some) => write.insertInto('view_hours').values(some).execute());
    await write.updateTable('view_scores_hour').set({ hour: '' }).execute();
  }

  async addHours(rows: ViewHourRow[]): Promise<void> {
    await inBatches(rows, (some) =>
      this.#db.write
        .insertInto('view_hours')
        .values(some)
        .onConflict((conflict) =>
          conflict.columns(['piece_id', 'hour']).doUpdateSet((eb) => ({
            views: eb('view_hours.views', '+', eb.ref('excluded.views')),
          })),
        )
        .execute(),
    );
  }

  /** Those of these readers who were not there yet. */
  async addReaders(readers: ViewReaderRow[]): Promise<ViewReaderRow[]> {
    const added: ViewReaderRow[] = [];
    await inBatches(readers, async (some) => {
      const rows = await this.#db.write
        .insertInto('view_readers')
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute();
      added.push(...rows);
    });
    return added;
  }

  async removeReadersBefore(day: string): Promise<void> {
    await this.#db.write.deleteFrom('view_readers').where('day', '<', day).execute();
  }

  /** A piece's readers since an hour, oldest first. */
  hoursOf(pieceId: string, since: string): Promise<ViewHourRow[]> {
    return this.#db.slow
      .selectFrom('view_hours')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .where('hour', '>=', since)
      .orderBy('hour')
      .execute();
  }

  /** How many readers each of an author's pieces had since an hour; none where it is not named. */
  totalsOf(authorId: string, since: string): Promise<{ piece_id: string; views: number }[]> {
    return this.#db.slow
      .selectFrom('view_hours as v')
      .innerJoin('pieces as p', 'p.id', 'v.piece_id')
      .select(({ fn }) => ['v.piece_id', fn.sum<number>('v.views').as('views')])
      .where('p.author_id', '=', authorId)
      .where('v.hour', '>=', since)
      .groupBy('v.piece_id')
      .execute();
  }
}
