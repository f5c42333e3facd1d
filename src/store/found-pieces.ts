// A search for pieces as one statement: what a database matches, in order, joined to what is shown.

import { type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../schemas/vocabulary.ts';
import { LISTED_COLUMNS, type ListedPiece } from './listed-pieces.ts';

export interface PieceSearch {
  /** Folded, and not empty. */
  term: string;
  category: string | null;
  limit: number;
}

/** With its text where that is what has the term. */
export type FoundPiece = ListedPiece & { site: MatchSite; text: string | null };

/**
 * The first of several matches, each of which brings `site` and `position`, best first. Both
 * databases go on to the next match only when those before it have not brought enough. A statement
 * sees one moment, so nothing is found at two sites, and no transaction has to be begun and ended.
 *
 * CROSS JOIN keeps SQLite from going through all publications to see which of them were found.
 */
export const foundPieces = (matches: RawBuilder<unknown>[], limit: number) => {
  const each = matches.map((match) => sql`SELECT * FROM (${match}) AS matched`);
  return sql<FoundPiece>`
    SELECT f.site, ${LISTED_COLUMNS}, CASE WHEN f.site = 'body' THEN (
      SELECT b.text FROM publication_bodies b WHERE b.piece_id = p.piece_id
    ) END AS text
    FROM (${sql.join(each, sql` UNION ALL `)} LIMIT ${limit}) AS f
    CROSS JOIN publications p CROSS JOIN authors a
    WHERE p.position = f.position AND a.id = p.author_id`;
};
