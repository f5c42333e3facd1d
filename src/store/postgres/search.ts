// Substring search on PostgreSQL: LIKE on case-folded text, with trigram indexes. Bodies are searched
// in parts; the migration that made them says why.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import { type AuthorSearch, afterRank } from '../author-search.ts';
import { notJoined, type PieceFilter } from '../publications/piece-filter.ts';
import {
  type FoundPiece,
  fittingPieces,
  foundPieces,
  inFilter,
  inRange,
  isSpread,
  learnFrequencies,
  type Matching,
  type PieceSearch,
  PLAN,
  sitesOf,
} from '../publications/piece-search.ts';
import { branchesOf, type Column, isAt, leadingTerm } from '../publications/search-terms.ts';
import type { Tables } from '../tables.ts';
import { HeadlinesFirst } from './headlines-first.ts';

/** `%`, `_` and `\` are ordinary characters in a search. */
const patternFor = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

// A run of letters or digits in which pg_trgm finds a trigram: of three, or of two at a word's edge.
const INDEXABLE = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/**
 * Whether a column has the term. Without a trigram, LIKE would read the whole index; strpos uses no
 * index, so PostgreSQL scans from the newest row until it has enough.
 */
const holds = (column: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  INDEXABLE.test(term)
    ? sql`${column} LIKE ${patternFor(term)}`
    : sql`strpos(${column}, ${term}) > 0`;

const PART_OVERLAP = 100;
const PARTS = 1_000;
const PARTS_AT_MOST = sql.lit(PARTS);
const POSITION_OF_PART = sql`i.id / ${PARTS_AT_MOST}`;

const has = (column: Column, term: string) => holds(sql.ref(`t.${column}`), term);

/** Without an index. */
const contains = (column: Column, term: string) =>
  sql`strpos(${sql.ref(`t.${column}`)}, ${term}) > 0`;

const COLUMN = { headline: 'headline', standfirst: 'sub' } as const;

function inHeads(
  term: string,
  site: 'headline' | 'standfirst',
  { filter }: PieceSearch,
  isSparse: boolean,
): RawBuilder<unknown> {
  const notAbove = site === 'standfirst' ? sql`AND NOT ${has('headline', term)}` : sql``;
  const met = sql`${has(COLUMN[site], term)} ${notAbove}`;
  // Behind OFFSET 0, the planner takes all of them from the index, and scans no texts for the newest.
  return isSparse
    ? sql`t.position FROM (SELECT * FROM piece_texts t WHERE ${met} OFFSET 0) AS t ${fitting(filter)}
        WHERE 1 = 1`
    : sql`t.position FROM piece_texts t ${fitting(filter)} WHERE ${met}`;
}

/** The planner knows how often each of them is, and begins with the rarest. */
function fitting({ authorId, tag, locales }: PieceFilter): RawBuilder<unknown> {
  const joined = [
    authorId !== undefined &&
      sql`JOIN publications w ON w.position = t.position AND w.author_id = ${authorId}`,
    tag !== undefined && sql`JOIN publication_tags g ON g.position = t.position AND g.tag = ${tag}`,
    locales !== undefined &&
      sql`JOIN publications l ON l.position = t.position AND l.locale IN (${sql.join(locales)})`,
  ];
  return sql.join(
    joined.filter((each) => each !== false),
    sql` `,
  );
}

/**
 * Of several parts that have the term, only the first counts. Conditions on other rows are in
 * subqueries, and never an equality: joins, or an estimate of next to no rows, would keep the planner
 * from scanning the newest first.
 */
function inParts(term: string, ofPiece: RawBuilder<unknown>): RawBuilder<unknown> {
  const start = startOf(term);
  const whole = start === term ? sql`` : sql`${has('body', term)} AND`;
  return sql`
    ${POSITION_OF_PART} AS position FROM piece_parts AS i
    WHERE ${holds(sql.ref('i.part'), start)}
      AND i.id <= (
        SELECT min(e.id) FROM piece_parts e
        WHERE e.id >= ${POSITION_OF_PART} * ${PARTS_AT_MOST} AND e.id <= i.id
          AND strpos(e.part, ${start}) > 0
      )
      AND (
        SELECT ${whole} ${ofPiece}
        FROM piece_texts t WHERE t.position = ${POSITION_OF_PART}
      )`;
}

/** Of a term that is longer than what two parts have in common, the start. */
const startOf = (term: string) => [...term].slice(0, PART_OVERLAP).join('');

const inBodies = (term: string) =>
  inParts(term, sql`NOT ${has('headline', term)} AND NOT ${has('sub', term)}`);

/** Candidates in the part of the order that is asked for. */
function chosen(
  site: MatchSite,
  search: PieceSearch,
  candidates: RawBuilder<unknown>,
  isByPart: boolean,
): RawBuilder<unknown> {
  const position = isByPart ? POSITION_OF_PART : sql`t.position`;
  const order = isByPart ? sql`i.id` : sql`t.position`;
  const looked = isByPart ? search : { ...search, filter: notJoined(search.filter) };
  return sql`
    SELECT ${sql.lit(site)} AS site, ${candidates}
      AND ${inRange(site, search, order, isByPart ? PARTS : 1)} AND ${inFilter(looked, position)}
      AND ${isCurrent(position)}
    ORDER BY ${order} DESC LIMIT ${search.limit}`;
}

/**
 * Truth values, which the planner takes for true of half the rows; of one that IS NULL it expects next to
 * none. Whether anything at all is out of date is asked once, and mostly the whole answer.
 */
const isCurrent = (position: RawBuilder<unknown>) => sql`(
  (SELECT count(*) < 1 FROM search_backlog WHERE is_searchable = 0)
  OR (SELECT count(*) < 1 FROM search_backlog q WHERE q.position = ${position} AND q.is_searchable = 0)
)`;

/**
 * Of several terms: from each column that may have the leading one, put together newest first. What is
 * true of the others is one value to the planner, for the same reason as above.
 */
function withAllTerms(site: MatchSite, search: PieceSearch): RawBuilder<unknown> {
  const { terms, limit } = search;
  const leading = leadingTerm(terms);
  const isHere = isAt(site, terms, contains);
  if (!INDEXABLE.test(leading)) {
    const texts = sql`t.position FROM piece_texts t ${fitting(search.filter)} WHERE (SELECT ${isHere})`;
    return chosen(site, search, texts, false);
  }
  const branches = branchesOf(site, leading, contains).map(({ column, otherwise }) => {
    const rest = sql`${isHere} AND ${otherwise}`;
    if (column === 'body') return chosen(site, search, inParts(leading, rest), true);
    // Where no body is looked at, the indexes know all terms, and the planner how rare they are together.
    const met =
      site === 'body' ? sql`(SELECT ${rest})` : sql`${isAt(site, terms, has)} AND ${otherwise}`;
    const heads = sql`t.position FROM piece_texts t ${fitting(search.filter)}
      WHERE ${has(column, leading)} AND ${met}`;
    return chosen(site, search, heads, false);
  });
  const each = branches.map((branch) => sql`SELECT * FROM (${branch}) AS branch`);
  return sql`SELECT * FROM (${sql.join(each, sql` UNION ALL `)}) AS branches
    ORDER BY position DESC LIMIT ${limit}`;
}

// OFFSET 0 leaves the planner one way to join, the right one: weighing others takes it longer than the
// join itself.
const matching: Matching = {
  indexed(site, search, isSparse = false) {
    const [term] = search.terms;
    if (search.terms.length > 1) return withAllTerms(site, search);
    return site === 'body'
      ? chosen(site, search, inBodies(term), true)
      : chosen(site, search, inHeads(term, site, search, isSparse), false);
  },
  entries(site, { terms: [term] }, limit) {
    if (!INDEXABLE.test(startOf(term))) return null;
    if (site === 'body') {
      return sql`SELECT ${POSITION_OF_PART} AS position FROM piece_parts i
        WHERE ${holds(sql.ref('i.part'), startOf(term))} ORDER BY i.id DESC LIMIT ${limit}`;
    }
    return sql`SELECT t.position FROM piece_texts t WHERE ${has(COLUMN[site], term)}
      ORDER BY t.position DESC LIMIT ${limit}`;
  },
  among: (site, { terms, limit }, positions) => sql`
    SELECT ${sql.lit(site)} AS site, c.position FROM (${positions} OFFSET 0) AS c
    CROSS JOIN LATERAL (SELECT * FROM piece_texts WHERE position = c.position OFFSET 0) AS t
    WHERE ${isAt(site, terms, contains)} AND ${isCurrent(sql`t.position`)}
    ORDER BY c.position DESC LIMIT ${limit}`,
  // PostgreSQL looks at as many as are asked for, and at each of them once. They are ordered here and not by
  // those who read them, who would have to have all of them first.
  inOnePass: ({ terms, limit }, positions) => ({
    looked: sql`WITH looked AS MATERIALIZED (
      SELECT c.position, ${isAt('headline', terms, contains)} AS headline,
        ${isAt('standfirst', terms, contains)} AS standfirst
      FROM (${positions} OFFSET 0) AS c
      CROSS JOIN LATERAL (SELECT * FROM piece_texts WHERE position = c.position OFFSET 0) AS t
      ORDER BY c.position DESC)`,
    at: (site) => sql`
      SELECT ${sql.lit(site)} AS site, l.position FROM looked AS l WHERE ${
        site === 'body'
          ? sql`NOT l.headline AND NOT l.standfirst
              AND (SELECT ${isAt('body', terms, contains)} FROM piece_texts t WHERE t.position = l.position)`
          : sql.ref(`l.${site}`)
      } AND ${isCurrent(sql`l.position`)} LIMIT ${limit}`,
  }),
  // A body is compressed, and in a table of its own.
  fewBodies: () => PLAN.few,
  joined: sql`
    CROSS JOIN LATERAL (SELECT * FROM publications WHERE position = f.position OFFSET 0) AS p
    CROSS JOIN LATERAL (SELECT * FROM authors WHERE id = p.author_id OFFSET 0) AS a`,
};

const headlinesFirst = new HeadlinesFirst();
/** Of searches with filters, whose headlines are fewer. */
const filteredFirst = new HeadlinesFirst();

/** A search with filters that pieces fit here and there, or one of everything. */
async function searcherOf(db: Kysely<Tables>, search: PieceSearch) {
  if (isSpread(search.filter)) {
    const { areFew, at } = await fittingPieces(db, search, matching);
    // Headlines that are few are looked through without planning.
    return { at, guess: areFew ? null : filteredFirst };
  }
  const at = async (sites: readonly MatchSite[]) => {
    const matches = sites.map((site) => matching.indexed(site, search));
    const { rows } = await foundPieces(matches, search.limit, matching).execute(db);
    return rows;
  };
  return { at, guess: headlinesFirst };
}

/**
 * Where headlines alone fill the page, planning for the bodies takes longer than all the rest: about
 * a millisecond of five. So headlines are searched alone when that is likely to be enough. Otherwise
 * one statement searches everything, so that what it finds is of one moment.
 */
export async function findPieces(db: Kysely<Tables>, search: PieceSearch): Promise<FoundPiece[]> {
  const { terms, after, limit } = search;
  const { at, guess } = await searcherOf(db, search);
  const sites = sitesOf(search);
  const [term] = terms;
  if (terms.length > 1 || after !== null || !guess) return at(sites);
  const isEnough = (found: FoundPiece[]) =>
    found.filter(({ site }) => site === 'headline').length === limit;
  const first = guess.isLikely(term) ? await at(['headline']) : [];
  const found = isEnough(first) ? first : await at(sites);
  guess.learn(term, isEnough(found));
  learnFrequencies(db, search, found);
  return found;
}

export async function matchAuthors(
  db: Kysely<Tables>,
  { term, after, limit }: AuthorSearch,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM authors a JOIN author_texts t ON t.author_id = a.id
    WHERE a.suspended_at IS NULL AND ${holds(sql.ref('t.folded'), term)} AND ${afterRank(after)}
    ORDER BY a.identity_verified DESC, a.pieces_count DESC, a.name, a.slug LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
