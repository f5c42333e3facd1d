// A place in the order of publication: where a page of a list starts, whatever comes and goes meanwhile.

import { sql } from 'kysely';

/** It stays valid: positions change when an import brings older pieces. */
export interface PiecePlace {
  publishedAt: string;
  pieceId: string;
}

/** A piece's current position, in the same statement as what is below it; by its time if it is gone. */
export const positionOf = ({ pieceId, publishedAt }: PiecePlace) => sql<number>`coalesce(
  (SELECT position FROM pieces WHERE id = ${pieceId}),
  (SELECT position FROM publications WHERE published_at > ${publishedAt}
    ORDER BY published_at, position LIMIT 1),
  ${Number.MAX_SAFE_INTEGER})`;
