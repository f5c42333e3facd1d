// A search for pieces as one statement: the matches of a database, in order, joined to what is shown.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { Tables } from '../tables.ts';
import { LISTED_COLUMNS, type ListedPiece } from './list-columns.ts';
import { allOf, fits, isOneOf, listed, type PieceFilter, rangeOf } from './piece-filter.ts';
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
  /**
   * Selects `site` and `position` from the index of texts, best first; or of bodies, from entries of it that
   * were selected before.
   */
  indexed(site: MatchSite, search: PieceSearch, entries?: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The first entries of the index of bodies that may match; null where it is not asked for them. */
  entries(search: PieceSearch, limit: number): RawBuilder<unknown> | null;
  /** Selects the same from the texts at the positions `c.position`, which come newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
}

/** Headlines first; after a cursor, those sites that it has not left behind. */
export const sitesOf = ({ after }: PieceSearch): readonly MatchSite[] =>
  MATCH_SITES.slice(after ? MATCH_SITES.indexOf(after.site) : 0);

/** The piece that a site goes on after: that of the cursor, at its own site. */
const belowAt = (site: MatchSite, { after }: PieceSearch): PiecePlace | null =>
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
): RawBuilder<FoundPiece> =>
  sql<FoundPiece>`SELECT ${SHOWN} FROM (${inTurn(matches, limit)}) AS f ${joined}`;

/** Where one way of searching gives way to another. Tests make it smaller, to go all of them with few pieces. */
export const PLAN = {
  /** So many pieces that their whole texts are looked through sooner than an index is. */
  few: 300,
  /** So many that their headlines and standfirsts are. */
  some: 1_000,
  /** So many that their bodies are, where the index has too many entries. */
  several: 2_000,
  /** So many entries for bodies are too many. */
  entries: 300,
};

/** Whether pieces that fit are spread over all matches, so that it may be far from one to the next. */
export const isSpread = ({ authorId, tag, locales }: PieceFilter) =>
  authorId !== undefined || tag !== undefined || locales !== undefined;

/**
 * A search that few pieces fit. Going through the matches of a common word takes long where hardly any
 * fits, and going through the pieces that fit takes long where there are many and hardly any matches. So
 * it is the first where many pieces fit, and the second where few do.
 */
export async function fittingPieces(
  db: Kysely<Tables>,
  search: PieceSearch,
  matching: Matching,
): Promise<FoundPiece[]> {
  return (await fittingAt(db, search, matching))(sitesOf(search));
}

/** The same for some of the sites, once it is known how many pieces fit. */
export async function fittingAt(
  db: Kysely<Tables>,
  search: PieceSearch,
  matching: Matching,
): Promise<(sites: readonly MatchSite[]) => Promise<FoundPiece[]>> {
  const size = await sizeOf(db, search.filter);
  if (size === 0) return async () => [];
  const matchAt = (site: MatchSite) => {
    const positions = sql`SELECT p.position FROM ${listed(search.filter, belowAt(site, search))}`;
    const among = matching.among(site, search, positions);
    if (size <= (site === 'body' ? PLAN.few : PLAN.some)) return among;
    const entries = matching.entries(search, PLAN.entries);
    if (site !== 'body' || size > PLAN.several || entries === null) {
      return matching.indexed(site, search);
    }
    return eitherWay(entries, matching.indexed(site, search, sql`entries`), among);
  };
  return async (sites) =>
    (await foundPieces(sites.map(matchAt), search.limit, matching).execute(db)).rows;
}

/** From the entries where they are all, which is soon known; else the other. */
const eitherWay = (
  entries: RawBuilder<unknown>,
  indexed: RawBuilder<unknown>,
  among: RawBuilder<unknown>,
) => sql`
  WITH entries AS MATERIALIZED (${entries}), counted AS MATERIALIZED (SELECT count(*) AS n FROM entries)
  SELECT found.* FROM counted CROSS JOIN (${indexed}) AS found WHERE counted.n < ${PLAN.entries}
  UNION ALL
  SELECT found.* FROM counted CROSS JOIN (${among}) AS found WHERE counted.n >= ${PLAN.entries}`;

/** At most so many pieces fit; beyond several, it does not say how many. Each filter has an index to count in. */
async function sizeOf(
  db: Kysely<Tables>,
  { authorId, tag, locales }: PieceFilter,
): Promise<number> {
  const counted = [
    authorId === undefined ? null : sql`publications WHERE author_id = ${authorId}`,
    tag === undefined ? null : sql`publication_tags WHERE tag = ${tag}`,
    locales === undefined ? null : sql`publications p WHERE ${isOneOf(locales)}`,
  ].filter((each) => each !== null);
  const sizes = counted.map(
    (rest) => sql`SELECT count(*) AS size FROM (
      SELECT position FROM ${rest} LIMIT ${sql.lit(PLAN.several + 1)}) AS counted`,
  );
  const { rows } = await sql<{ size: number }>`${sql.join(sizes, sql` UNION ALL `)}`.execute(db);
  return Math.min(...rows.map(({ size }) => Number(size)));
}
