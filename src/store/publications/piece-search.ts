// A search for pieces as one statement: the matches of a database, in order, joined to what is shown.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { Searched } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { LISTED_COLUMNS, type ListedPiece } from './list-columns.ts';
import {
  allOf,
  fits,
  narrowestOf,
  type PieceFilter,
  positionsOf,
  rangeOf,
} from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';

export interface PieceSearch {
  /** Case-folded and not empty; a piece must have all of them. */
  terms: readonly [string, ...string[]];
  filter: PieceFilter;
  /** Only what comes after a piece that was found at this site. */
  after: (PiecePlace & { site: MatchSite }) | null;
  limit: number;
}

/** With its text where the body is what matches. */
export type FoundPiece = ListedPiece & { site: MatchSite; text_json: string | null };

/** What differs between the databases. */
export interface Matching {
  /** Whether an index narrows the search; otherwise it goes through texts. */
  isIndexed(search: PieceSearch): boolean;
  /** Selects `site` and `position` from the index of texts, or else all texts, best first. */
  indexed(site: MatchSite, search: PieceSearch): RawBuilder<unknown>;
  /** Selects the same from the texts at these positions, which come newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
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
 * Finds pieces at some sites, in one statement: it sees one snapshot, so nothing is found at two sites.
 * Both databases evaluate the next site only when those before it were not enough.
 */
export async function piecesAt(
  sites: readonly MatchSite[],
  { read, slow }: Searched,
  search: PieceSearch,
  matching: Matching,
): Promise<FoundPiece[]> {
  const { filter, limit } = search;
  // No piece has such a language.
  if (filter.locales?.length === 0) return [];
  const isNarrow =
    isSpread(filter) && (!matching.isIndexed(search) || (await fewFit(read, filter)));
  const matches = sites.map((site) =>
    isNarrow
      ? matching.among(site, search, positionsOf(filter, belowAt(site, search)))
      : matching.indexed(site, search),
  );
  const { rows } = await sql<FoundPiece>`
    SELECT ${SHOWN} FROM (${inTurn(matches, limit)}) AS f ${matching.joined}`.execute(slow);
  return rows;
}

/** So few pieces that their texts are looked through sooner than an index. Tests make it smaller. */
export const FEW = { pieces: 1_000 };

/**
 * Whether matches may be far apart: going through those of a common word takes long if hardly any fits. In a
 * category or a time they are about as close together as anywhere.
 */
const isSpread = ({ authorId, tag, locales }: PieceFilter) =>
  authorId !== undefined || tag !== undefined || locales !== undefined;

async function fewFit(db: Kysely<Tables>, filter: PieceFilter): Promise<boolean> {
  const { rows } = await sql<{ size: number }>`SELECT count(*) AS size FROM (
    ${narrowestOf(filter)} LIMIT ${FEW.pieces + 1}) AS counted`.execute(db);
  return Number(rows[0]?.size) <= FEW.pieces;
}
