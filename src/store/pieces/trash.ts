// The trash of the desk: deleted pieces, until they are restored or expire.

import type { Database } from '../dialect.ts';
import type { PieceRow, PieceVersionRow } from '../tables/pieces.ts';
import { inTrash } from './trash-filter.ts';

export type TrashedPiece = Pick<PieceRow, 'id' | 'status' | 'updated_at'> & {
  trashed_at: string | null;
} & Pick<PieceVersionRow, 'headline' | 'sub'>;

export class TrashStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  byId(id: string): Promise<PieceRow | undefined> {
    return inTrash(this.#db.read).selectAll('p').where('p.id', '=', id).executeTakeFirst();
  }

  page(authorId: string, offset: number, limit: number): Promise<TrashedPiece[]> {
    return inTrash(this.#db.read)
      .innerJoin('piece_versions as v', (join) =>
        join.onRef('v.piece_id', '=', 'p.id').onRef('v.number', '=', 'p.working_version'),
      )
      .select(['p.id', 'p.status', 'p.updated_at', 'p.trashed_at', 'v.headline', 'v.sub'])
      .where('p.author_id', '=', authorId)
      .orderBy('p.trashed_at', 'desc')
      .orderBy('p.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
  }

  async countOf(authorId: string): Promise<number> {
    const row = await inTrash(this.#db.read)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('p.author_id', '=', authorId)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Oldest first; a null author means every author. */
  async idsBefore(time: string, limit: number, authorId: string | null): Promise<string[]> {
    const rows = await inTrash(this.#db.write)
      .select('p.id')
      .where('p.trashed_at', '<=', time)
      .$if(authorId !== null, (query) => query.where('p.author_id', '=', authorId ?? ''))
      .orderBy('p.trashed_at')
      .orderBy('p.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }
}
