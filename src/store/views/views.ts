// Views: how often pieces are read, by hour, and which of today's readers are counted already.

import { inChunks } from '../database/chunks.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash } from '../database/trash-filter.ts';
import type { ViewHourRow, ViewReaderRow } from '../tables/views.ts';

export class ViewStore extends Repository {
  /** Inserts imported views. Refresh the trending scores afterwards. */
  async insertHours(rows: ViewHourRow[]): Promise<void> {
    const { write } = this.db;
    await inChunks(rows, (some) => write.insertInto('view_hours').values(some).execute());
    await write.updateTable('view_scores_hour').set({ hour: '' }).execute();
  }

  async addHours(rows: ViewHourRow[]): Promise<void> {
    await inChunks(rows, (some) =>
      this.db.write
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

  async addReaders(readers: ViewReaderRow[]): Promise<ViewReaderRow[]> {
    const added: ViewReaderRow[] = [];
    await inChunks(readers, async (some) => {
      const rows = await this.db.write
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
    await this.db.write.deleteFrom('view_readers').where('day', '<', day).execute();
  }

  hoursOf(pieceId: string, since: string): Promise<ViewHourRow[]> {
    return this.db.slow
      .selectFrom('view_hours')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .where('hour', '>=', since)
      .orderBy('hour')
      .execute();
  }

  totalsOf(authorId: string, since: string): Promise<{ piece_id: string; views: number }[]> {
    return outsideTrash(this.db.slow)
      .innerJoin('view_hours as v', 'v.piece_id', 'p.id')
      .select(({ fn }) => ['v.piece_id', fn.sum<number>('v.views').as('views')])
      .where('p.author_id', '=', authorId)
      .where('v.hour', '>=', since)
      .groupBy('v.piece_id')
      .execute();
  }
}
