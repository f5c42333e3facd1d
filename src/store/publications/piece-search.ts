// A search for pieces as one statement: the matches of a database, in order, joined to what is shown.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { Tables } from '../tables.ts';
import { LISTED_COLUMNS, type ListedPiece } from './list-columns.ts';
import { allOf, conditionsOf, fits, listed, type PieceFilter, rangeOf } from './piece-filter.ts';
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
  /** Selects `site` and `position` from the index of texts, best first. */
  indexed(site: MatchSite, search: PieceSearch): RawBuilder<unknown>;
  /** The same from the texts at the positions `c.position`, which come newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
  /** Where the conditions on those two go on. */
  also: RawBuilder<unknown>;
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
  /** So many pieces that their texts are looked through sooner than an index is. */
  few: 300,
  /** So many that this is worth it where the index has too much that does not fit. */
  several: 2_000,
  /** So many matches, of which enough may fit, or which may be all. */
  firstMatches: 300,
};

/** Whether pieces that fit are spread over all matches, so that it may be far from one to the next. */
export const isSpread = ({ authorId, tag, locales }: PieceFilter) =>
  authorId !== undefined || tag !== undefined || locales !== undefined;

/**
 * A search that few pieces fit. Going through the matches of a common word takes long where hardly any
 * fits, and going through the pieces that fit takes long where there are many and hardly any matches. So
 * it is the first where there are few matches, and the second where few pieces fit.
 */
export async function fittingPieces(
  db: Kysely<Tables>,
  search: PieceSearch,
  matching: Matching,
): Promise<FoundPiece[]> {
  const size = await sizeOf(db, search.filter);
  if (size === 0) return [];
  if (size > PLAN.few) {
    const first = await amongFirstMatches(db, search, matching);
    if (first) return first;
  }
  const matches = sitesOf(search).map((site) => {
    if (size > PLAN.several) return matching.indexed(site, search);
    const positions = sql`SELECT p.position FROM ${listed(search.filter, belowAt(site, search))}`;
    return matching.among(site, search, positions);
  });
  return (await foundPieces(matches, search.limit, matching).execute(db)).rows;
}

/** How many pieces fit; beyond several, it does not say how many. */
async function sizeOf(db: Kysely<Tables>, filter: PieceFilter): Promise<number> {
  const { rows } = await sql<{ size: number }>`SELECT count(*) AS size FROM (
    SELECT p.position FROM ${listed(filter, null)} LIMIT ${sql.lit(PLAN.several + 1)}) AS counted`.execute(
    db,
  );
  return Number(rows[0]?.size);
}

/** Those of the first matches that fit; null where they are neither enough nor all. */
async function amongFirstMatches(
  db: Kysely<Tables>,
  search: PieceSearch,
  matching: Matching,
): Promise<FoundPiece[] | null> {
  const { since, until } = search.filter;
  // Times are a range of the index. The rest is looked at afterwards.
  const times = { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
  const whole = { ...search, filter: times, limit: PLAN.firstMatches };
  const matches = sitesOf(search).map((site) => matching.indexed(site, whole));
  const { rows } = await sql<FoundPiece & { piece_id: string | null; matches: number }>`
    WITH f AS MATERIALIZED (${inTurn(matches, PLAN.firstMatches)})
    SELECT all_matches.matches, fitting.* FROM (SELECT count(*) AS matches FROM f) AS all_matches
    LEFT JOIN (
      SELECT ${SHOWN} FROM f ${matching.joined} ${matching.also} ${allOf(conditionsOf(search.filter))}
      LIMIT ${search.limit}
    ) AS fitting ON 1 = 1`.execute(db);
  const found = rows.filter(({ piece_id }) => piece_id !== null);
  const isAll = Number(rows[0]?.matches) < PLAN.firstMatches;
  return isAll || found.length === search.limit ? found : null;
}
