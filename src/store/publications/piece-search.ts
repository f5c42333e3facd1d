// A search for pieces as one statement: the matches of a database, in order, joined to what is shown.

import { type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import { LISTED_COLUMNS, type ListedPiece } from './list-columns.ts';
import { allOf, fits, type PieceFilter, rangeOf } from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';

export interface PieceSearch {
  /** Case-folded and not empty; a piece must have all of them. */
  terms: readonly [string, ...string[]];
  filter: PieceFilter;
  /** About how many pieces the author of the filter has. */
  authorPieces?: number;
  /** Only what comes after a piece that was found at this site. */
  after: (PiecePlace & { site: MatchSite }) | null;
  limit: number;
}

/** With its text where the body is what matches. */
export type FoundPiece = ListedPiece & { site: MatchSite; text_json: string | null };

/** What differs between the databases. */
export interface Matching {
  /** Selects `site` and `position` from the index of texts, best first. */
  indexed(site: MatchSite, search: PieceSearch): RawBuilder<unknown>;
  /** The same where it has few entries, in a way that is for few alone. */
  sparse?(site: MatchSite, search: PieceSearch): RawBuilder<unknown>;
  /** The same from one that has beside the texts what pieces fit a filter by; null where it lacks the site or term. */
  faceted?(site: MatchSite, search: PieceSearch): RawBuilder<unknown> | null;
  /** The first positions in the index of a site that may have the term, newest first; null where it has none. */
  entries(site: MatchSite, search: PieceSearch, limit: number): RawBuilder<unknown> | null;
  /** Selects the same from the texts at these positions, which come newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The positions of few pieces that several fields narrow, newest first, where there is a quicker way to them. */
  fewPositions?(filter: PieceFilter, below: PiecePlace | null): RawBuilder<unknown> | null;
  /** The same for several sites at once; there are so many positions. */
  inOnePass?(search: PieceSearch, positions: RawBuilder<unknown>, size: number): OnePass;
  /** So many pieces that those which match are soon found among them, where the term is common. */
  several(): number;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
  /** Stands before a statement whose way through the tables is the same for all terms. */
  plannedOnce?: RawBuilder<unknown>;
}

/** What is looked at once for several sites, and what each of them selects from that. */
export interface OnePass {
  looked: RawBuilder<unknown>;
  at(site: MatchSite): RawBuilder<unknown>;
}

/** Headlines first; after a cursor, those sites that it has not left behind. */
export const sitesOf = ({ after }: PieceSearch): readonly MatchSite[] =>
  MATCH_SITES.slice(after ? MATCH_SITES.indexOf(after.site) : 0);

/** The piece that a site goes on after: that of the cursor, at its own site. */
export const belowAt = (site: MatchSite, { after }: PieceSearch): PiecePlace | null =>
  after?.site === site ? after : null;

/** What must be true of a match at this position, or at this entry of an index with several for each. */
export const inRange = (
  site: MatchSite,
  search: PieceSearch,
  position: RawBuilder<unknown>,
  parts = 1,
) => allOf(rangeOf(search.filter, belowAt(site, search), position, parts));

export const inFilter = ({ filter }: PieceSearch, position: RawBuilder<unknown>) =>
  allOf(fits(filter, position));

const inTurn = (matches: RawBuilder<unknown>[], limit: number) =>
  sql`${sql.join(
    matches.map((match) => sql`SELECT * FROM (${match}) AS matched`),
    sql` UNION ALL `,
  )} LIMIT ${limit}`;

const SHOWN = sql`f.site, ${LISTED_COLUMNS}, CASE WHEN f.site = 'body' THEN (
  SELECT b.text_json FROM publication_bodies b WHERE b.piece_id = p.piece_id
) END AS text_json`;

/**
 * Both databases evaluate the next match only when those before it were not enough. One statement
 * sees one snapshot, so nothing is found at two sites, and no transaction is needed.
 */
export const foundPieces = (
  matches: RawBuilder<unknown>[],
  limit: number,
  { joined }: Matching,
  onePass: OnePass | null = null,
): RawBuilder<FoundPiece> =>
  sql<FoundPiece>`${onePass ? onePass.looked : sql``}
    SELECT ${SHOWN} FROM (${inTurn(matches, limit)}) AS f ${joined}`;
