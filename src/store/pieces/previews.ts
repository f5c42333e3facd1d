// Private preview links, by the hash of their token. A piece has at most one.

import { countOf } from '../database/counts.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash, piecesAnywhere, withWorkingCopy } from '../database/trash-filter.ts';
import type { PiecePreviewRow, PieceVersionRow } from '../tables/pieces.ts';

export type PreviewedPiece = PieceVersionRow & { author_id: string; author_name: string };

export class PreviewStore extends Repository {
  ofPiece(pieceId: string): Promise<PiecePreviewRow | undefined> {
    return this.db.read
      .selectFrom('piece_previews')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .executeTakeFirst();
  }

  /** Finds no links of suspended writers or of pieces in the trash. */
  byHash(hash: string): Promise<PreviewedPiece | undefined> {
    return withWorkingCopy(outsideTrash(this.db.read))
      .innerJoin('piece_previews as r', 'r.piece_id', 'p.id')
      .innerJoin('authors as a', 'a.id', 'p.author_id')
      .selectAll('v')
      .select(['p.author_id', 'a.name as author_name'])
      .where('r.hash', '=', hash)
      .where('a.suspended_at', 'is', null)
      .executeTakeFirst();
  }

  async put(preview: PiecePreviewRow): Promise<void> {
    const { piece_id: _, ...changes } = preview;
    await this.db.write
      .insertInto('piece_previews')
      .values(preview)
      .onConflict((conflict) => conflict.column('piece_id').doUpdateSet(changes))
      .execute();
  }

  async remove(pieceId: string): Promise<void> {
    await this.db.write.deleteFrom('piece_previews').where('piece_id', '=', pieceId).execute();
  }

  countOfAuthor(authorId: string): Promise<number> {
    const previews = this.db.read.selectFrom('piece_previews');
    return countOf(previews.where('piece_id', 'in', this.#piecesOf(authorId)));
  }

  async removeOfAuthor(authorId: string): Promise<void> {
    await this.db.write
      .deleteFrom('piece_previews')
      .where('piece_id', 'in', this.#piecesOf(authorId))
      .execute();
  }

  #piecesOf(authorId: string) {
    return piecesAnywhere(this.db.read).select('p.id').where('p.author_id', '=', authorId);
  }
}
