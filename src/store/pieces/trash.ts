// The desk's trash: deleted pieces until they are restored or expire.

import { countOf } from '../database/counts.ts';
import { Repository } from '../database/repository.ts';
import { inTrash, withWorkingCopy } from '../database/trash-filter.ts';
import type { PieceRow, PieceVersionRow } from '../tables/pieces.ts';

export type TrashedPiece = Pick<PieceRow, 'id' | 'status' | 'updated_at'> & {
  trashed_at: string | null;
} & Pick<PieceVersionRow, 'headline' | 'sub'>;

export class TrashStore extends Repository {
  byId(id: string): Promise<PieceRow | undefined> {
    return inTrash(this.db.read).selectAll('p').where('p.id', '=', id).executeTakeFirst();
  }

  page(authorId: string, offset: number, limit: number): Promise<TrashedPiece[]> {
    return withWorkingCopy(inTrash(this.db.read))
      .select(['p.id', 'p.status', 'p.updated_at', 'p.trashed_at', 'v.headline', 'v.sub'])
      .where('p.author_id', '=', authorId)
      .orderBy('p.trashed_at', 'desc')
      .orderBy('p.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
  }

  countOf(authorId: string): Promise<number> {
    return countOf(inTrash(this.db.read).where('p.author_id', '=', authorId));
  }

  /** Ids of pieces deleted up to `time`, oldest first; null means every author. */
  async idsBefore(time: string, limit: number, authorId: string | null): Promise<string[]> {
    const rows = await inTrash(this.db.write)
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
