// A search for pieces as one statement: the matches of a database, in order, joined to what is shown.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { Tables } from '../tables.ts';
import { LISTED_COLUMNS, type ListedPiece } from './list-columns.ts';
import { allOf, fits, isOneOf, type PieceFilter, positionsOf, rangeOf } from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';
import { type Frequencies, type Frequency, hintsOf } from './search-hints.ts';

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
  /** Selects `site` and `position` from the index of texts, best first. `isSparse` where few texts match. */
  indexed(site: MatchSite, search: PieceSearch, isSparse?: boolean): RawBuilder<unknown>;
  /** The first positions in the index of a site that may have the term, newest first; null where it has none. */
  entries(site: MatchSite, search: PieceSearch, limit: number): RawBuilder<unknown> | null;
  /** Selects the same from the texts at these positions, which come newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The same for several sites at once. */
  inOnePass?(search: PieceSearch, positions: RawBuilder<unknown>): OnePass;
  /** So many bodies are looked through sooner than an index is. */
  fewBodies(): number;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
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
  onePass: OnePass | null = null,
): RawBuilder<FoundPiece> =>
  sql<FoundPiece>`${onePass ? onePass.looked : sql``}
    SELECT ${SHOWN} FROM (${inTurn(matches, limit)}) AS f ${joined}`;

/** Where one way of searching gives way to another. Tests make it smaller, to go all of them with few pieces. */
export const PLAN = {
  /** So many pieces that their bodies are looked through sooner than an index is, wherever they are stored. */
  few: 20,
  /** So many that their headlines and standfirsts are, and whatever is stored beside them. */
  some: 300,
  /** So many that those which match are soon found among them, where the term is common. */
  several: 10_000,
  /** A term is rare where the index has fewer entries than that. */
  entries: 50,
  /** And common where there is one in so many pieces. */
  dense: 64,
};

/** Whether pieces that fit are spread over all matches, so that it may be far from one to the next. */
export const isSpread = ({ authorId, tag, locales }: PieceFilter) =>
  authorId !== undefined || tag !== undefined || locales !== undefined;

/** A search that few pieces fit. */
export interface Fitting {
  /** Whether they are so few that all their headlines are looked through. */
  areFew: boolean;
  at(sites: readonly MatchSite[]): Promise<FoundPiece[]>;
}

/**
 * Going through the matches of a common word takes long where hardly any fits, and going through the
 * pieces that fit takes long where there are many and hardly any matches. So it is the first where the
 * term is rare, and the second where few pieces fit or the term is common.
 */
export async function fittingPieces(
  db: Kysely<Tables>,
  search: PieceSearch,
  matching: Matching,
): Promise<Fitting> {
  const size = await sizeOf(db, search.filter);
  // After a cursor, each site begins at a piece of its own.
  const onePass =
    search.after === null
      ? (matching.inOnePass?.(search, positionsOf(search.filter, null)) ?? null)
      : null;
  const matchAt = async (site: MatchSite, shared: OnePass | null) => {
    const few = site === 'body' ? matching.fewBodies() : PLAN.some;
    const way = await wayAt(size, few, () => frequencyOf(db, site, search, matching));
    if (way !== 'among') return matching.indexed(site, search, way === 'sparse');
    if (shared) return shared.at(site);
    return matching.among(site, search, positionsOf(search.filter, belowAt(site, search)));
  };
  return {
    areFew: size <= PLAN.some,
    async at(sites) {
      if (size === 0) return [];
      const shared = sites.length > 1 ? onePass : null;
      const matches = await Promise.all(sites.map((site) => matchAt(site, shared)));
      return (await foundPieces(matches, search.limit, matching, shared).execute(db)).rows;
    },
  };
}

async function wayAt(
  size: number,
  few: number,
  frequency: () => Promise<Frequency>,
): Promise<'among' | 'sparse' | 'indexed'> {
  if (size <= few) return 'among';
  switch (await frequency()) {
    case 'rare':
      return 'sparse';
    case 'common':
      return size <= PLAN.several ? 'among' : 'indexed';
    case 'between':
      return size <= PLAN.some ? 'among' : 'sparse';
  }
}

/** At most so many pieces fit; beyond several, it does not say how many. Each filter has an index to count in. */
async function sizeOf(
  db: Kysely<Tables>,
  { authorId, tag, locales }: PieceFilter,
): Promise<number> {
  const { sizes } = hintsOf(db);
  const key = JSON.stringify([authorId, tag, locales]);
  const known = sizes.get(key);
  if (known !== undefined) return known;
  const counted = [
    authorId === undefined ? null : sql`publications WHERE author_id = ${authorId}`,
    tag === undefined ? null : sql`publication_tags WHERE tag = ${tag}`,
    locales === undefined ? null : sql`publications p WHERE ${isOneOf(locales)}`,
  ].filter((each) => each !== null);
  const each = counted.map(
    (rest) => sql`SELECT count(*) AS size FROM (
      SELECT position FROM ${rest} LIMIT ${sql.lit(PLAN.several + 1)}) AS counted`,
  );
  const { rows } = await sql<{ size: number }>`${sql.join(each, sql` UNION ALL `)}`.execute(db);
  const size = Math.min(...rows.map((row) => Number(row.size)));
  // Where nothing fits yet, something may be published that does.
  if (size > 0) sizes.set(key, size);
  return size;
}

/** From what is known of the term, or else the newest entries of the index. */
async function frequencyOf(
  db: Kysely<Tables>,
  site: MatchSite,
  search: PieceSearch,
  matching: Matching,
): Promise<Frequency> {
  const { frequencies } = hintsOf(db);
  const [term, ...others] = search.terms;
  // Those that have all terms may be few, however common each is.
  if (others.length > 0) return 'between';
  const known = frequencies.get(term)?.[site];
  if (known) return known;
  const entries = matching.entries(site, search, PLAN.entries);
  // What is too short for an index is in most texts.
  if (!entries) return 'common';
  const { rows } = await sql<{ n: number; span: number | null }>`
    SELECT count(*) AS n, max(position) - min(position) AS span FROM (${entries}) AS entries
  `.execute(db);
  const [{ n, span } = { n: 0, span: 0 }] = rows;
  const frequency = Number(n) < PLAN.entries ? 'rare' : frequencyIn(Number(n), Number(span));
  frequencies.set(term, { ...frequencies.get(term), [site]: frequency });
  return frequency;
}

const frequencyIn = (matches: number, span: number): Frequency =>
  span < matches * PLAN.dense ? 'common' : 'between';

/** So many matches say how close together they are. */
const TELLING = 10;

/** What the matches of a whole archive tell about a term. */
export function learnFrequencies(
  db: Kysely<Tables>,
  { terms: [term, ...others], filter, after, limit }: PieceSearch,
  found: readonly FoundPiece[],
): void {
  if (others.length > 0 || after !== null || Object.keys(filter).length > 0) return;
  const learned: Frequencies = {};
  for (const site of MATCH_SITES) {
    const positions = found.filter((each) => each.site === site).map(({ position }) => position);
    const span = Math.max(...positions) - Math.min(...positions);
    const areAll = found.length < limit || found.at(-1)?.site !== site;
    if (areAll && positions.length < PLAN.entries) learned[site] = 'rare';
    else if (positions.length >= TELLING) learned[site] = frequencyIn(positions.length, span);
    if (!areAll) break;
  }
  const { frequencies } = hintsOf(db);
  frequencies.set(term, { ...frequencies.get(term), ...learned });
}
