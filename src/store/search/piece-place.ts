// A place in the order of publication: the start of a page, stable while pieces come and go.

import { sql } from 'kysely';

/** A place stays valid, but a position does not: an import of older pieces renumbers positions. */
export interface PiecePlace {
  publishedAt: string;
  pieceId: string;
}

/**
 * A piece's current position, in the same statement as the pieces below it; derived from its time if the piece is gone.
 */
export const positionOf = ({ pieceId, publishedAt }: PiecePlace) => sql<number>`coalesce(
  (SELECT position FROM pieces WHERE id = ${pieceId}),
  (SELECT position FROM publications WHERE published_at > ${publishedAt}
    ORDER BY published_at, position LIMIT 1),
  ${Number.MAX_SAFE_INTEGER})`;
