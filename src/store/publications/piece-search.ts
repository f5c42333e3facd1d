// A search for pieces as one statement: the matches of a database, in order, joined to what is shown.

import { type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import { LISTED_COLUMNS, type ListedPiece } from './list-columns.ts';

export interface PieceSearch {
  /** Case-folded, and not empty. */
  term: string;
  category: string | null;
  limit: number;
}

/** With its text where the body is what matches. */
export type FoundPiece = ListedPiece & { site: MatchSite; text_json: string | null };

interface Matching {
  /** Each selects `site` and `position`, best first. */
  matches: RawBuilder<unknown>[];
  limit: number;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
}

/**
 * Both databases evaluate the next match only when those before it were not enough. One statement
 * sees one snapshot, so nothing is found at two sites, and no transaction is needed.
 */
export function foundPieces({ matches, limit, joined }: Matching): RawBuilder<FoundPiece> {
  const each = matches.map((match) => sql`SELECT * FROM (${match}) AS matched`);
  return sql<FoundPiece>`
    SELECT f.site, ${LISTED_COLUMNS}, CASE WHEN f.site = 'body' THEN (
      SELECT b.text_json FROM publication_bodies b WHERE b.piece_id = p.piece_id
    ) END AS text_json
    FROM (${sql.join(each, sql` UNION ALL `)} LIMIT ${limit}) AS f ${joined}`;
}
