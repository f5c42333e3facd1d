// A place in the order of publication: a page can start there, even if pieces come and go.

import { sql } from 'kysely';

/** A place instead of a position, because an import of older pieces renumbers positions. */
export interface PiecePlace {
  publishedAt: string;
  pieceId: string;
}

/** The piece's current position. If the piece is gone, it is derived from the piece's publication time. */
export const positionOf = ({ pieceId, publishedAt }: PiecePlace) => sql<number>`coalesce(
  (SELECT position FROM pieces WHERE id = ${pieceId}),
  (SELECT position FROM publications WHERE published_at > ${publishedAt}
    ORDER BY published_at, position LIMIT 1),
  ${Number.MAX_SAFE_INTEGER})`;
