// Reads whole pieces for exports and downloads: all pieces with a cursor, or one author's.

import { Repository } from '../database/repository.ts';
import { rowsOfPieces } from '../database/rows-of-pieces.ts';
import { outsideTrash, piecesAnywhere } from '../database/trash-filter.ts';
import { conversationsOf } from '../editorial/conversation-rows.ts';
import type { PieceRow } from '../tables/pieces.ts';
import type { WholePiece } from './whole-piece.ts';

/** A cursor over all pieces, trash included: first the published ones by position, then the rest. */
export interface PieceCursor {
  position: number | null;
  created_at: string;
  id: string;
}

export class PieceExportStore extends Repository {
  async page(after: PieceCursor | null, limit: number, authorId: string | null) {
    const published = after?.position !== null ? await this.#published(after, limit, authorId) : [];
    if (published.length === limit) return this.#whole(published);
    const from = after?.position === null ? after : null;
    const rest = await this.#unpublished(from, limit - published.length, authorId);
    return this.#whole([...published, ...rest]);
  }

  /** The ids of an author's pieces outside the trash, oldest first, because new pieces don't change that order. */
  async idsOf(authorId: string): Promise<string[]> {
    const rows = await outsideTrash(this.db.slow)
      .select('p.id')
      .where('p.author_id', '=', authorId)
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Leaves out pieces that were deleted meanwhile. */
  byIds(ids: string[]): Promise<PieceRow[]> {
    return outsideTrash(this.db.slow)
      .selectAll('p')
      .where('p.id', 'in', ids)
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute();
  }

  async versionNumbers(pieceId: string): Promise<number[]> {
    const rows = await this.db.read
      .selectFrom('piece_versions')
      .select('number')
      .where('piece_id', '=', pieceId)
      .orderBy('number')
      .execute();
    return rows.map(({ number }) => number);
  }

  #published(after: PieceCursor | null, limit: number, authorId: string | null) {
    return piecesAnywhere(this.db.slow)
      .selectAll('p')
      .where('p.position', '>', after?.position ?? Number.MIN_SAFE_INTEGER)
      .$if(authorId !== null, (query) => query.where('p.author_id', '=', authorId ?? ''))
      .orderBy('p.position')
      .limit(limit)
      .execute();
  }

  #unpublished(after: PieceCursor | null, limit: number, authorId: string | null) {
    return piecesAnywhere(this.db.slow)
      .selectAll('p')
      .where('p.position', 'is', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('p.created_at', 'p.id'), '>', tuple(after?.created_at ?? '', after?.id ?? '')),
      )
      .$if(authorId !== null, (query) => query.where('p.author_id', '=', authorId ?? ''))
      .orderBy('p.created_at')
      .orderBy('p.id')
      .limit(limit)
      .execute();
  }

  async #whole(pieces: PieceRow[]): Promise<WholePiece[]> {
    if (pieces.length === 0) return [];
    const ids = pieces.map(({ id }) => id);
    const { slow } = this.db;
    const discussed = await conversationsOf(this.db, ids);
    const schedules = await rowsOfPieces(slow, 'piece_schedules', ids, ['piece_id']);
    const scheduleOf = new Map(schedules.map((row) => [row.piece_id, row]));
    // Queries run one after the other, because the export's transaction has a single connection.
    const pruned = await rowsOfPieces(slow, 'pruned_versions', ids);
    const versions = await rowsOfPieces(slow, 'piece_versions', ids);
    const moves = await rowsOfPieces(slow, 'piece_moves', ids);
    const slugs = await rowsOfPieces(slow, 'piece_slugs', ids, ['since', 'slug']);
    const byPiece = <Row extends { piece_id: string }>(rows: Row[]) =>
      Map.groupBy(rows, ({ piece_id }) => piece_id);
    const [versionsOf, movesOf, slugsOf] = [byPiece(versions), byPiece(moves), byPiece(slugs)];
    const prunedOf = byPiece(pruned);
    return pieces.map((piece) => ({
      piece,
      versions: versionsOf.get(piece.id) ?? [],
      slugs: slugsOf.get(piece.id) ?? [],
      moves: movesOf.get(piece.id) ?? [],
      pruned: prunedOf.get(piece.id) ?? [],
      schedule: scheduleOf.get(piece.id),
      ...discussed.get(piece.id),
    }));
  }
}
