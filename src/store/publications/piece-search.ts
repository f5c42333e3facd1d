// A search for pieces as one statement: what a database matches, in order, joined to what is shown.

import { type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import { LISTED_COLUMNS, type ListedPiece } from './listed-pieces.ts';

export interface PieceSearch {
  /** Folded, and not empty. */
  term: string;
  category: string | null;
  limit: number;
}

/** With its text where that is what has the term. */
export type FoundPiece = ListedPiece & { site: MatchSite; text: string | null };

interface Matching {
  /** Each brings `site` and `position`, best first. */
  matches: RawBuilder<unknown>[];
  limit: number;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
}

/**
 * Both databases go on to the next match only when those before it have not brought enough. A
 * statement sees one moment, so nothing is found at two sites, and no transaction has to be begun
 * and ended.
 */
export function foundPieces({ matches, limit, joined }: Matching): RawBuilder<FoundPiece> {
  const each = matches.map((match) => sql`SELECT * FROM (${match}) AS matched`);
  return sql<FoundPiece>`
    SELECT f.site, ${LISTED_COLUMNS}, CASE WHEN f.site = 'body' THEN (
      SELECT b.text FROM publication_bodies b WHERE b.piece_id = p.piece_id
    ) END AS text
    FROM (${sql.join(each, sql` UNION ALL `)} LIMIT ${limit}) AS f ${joined}`;
}
