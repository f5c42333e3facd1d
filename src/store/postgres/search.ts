// Substring search on PostgreSQL: LIKE on case-folded text, with trigram indexes. Bodies are searched in parts, for the
// reason given in the migration that made the parts.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import type { Searched } from '../database/dialect.ts';
import { piecesAt } from '../publications/find-pieces.ts';
import { type AuthorSearch, afterRank } from '../search/author-search.ts';
import { allOf, fits, notJoined, type PieceFilter } from '../search/piece-filter.ts';
import {
  type FoundPiece,
  inRange,
  type Matching,
  type PieceSearch,
  sitesOf,
} from '../search/piece-search.ts';

import { branchesOf, type Column, isAt, leadingTerm } from '../search/search-terms.ts';
import type { Tables } from '../tables.ts';
import { headsAreLikely, learnHeads } from './heads-first.ts';

/** Escapes `%`, `_` and `\`, which are ordinary characters in a search. */
const patternFor = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

// Matches text in which pg_trgm finds a trigram: three letters or digits, or two at a word's edge.
const INDEXABLE = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** Without a trigram, LIKE would read the whole index. strpos makes PostgreSQL scan newest first and stop early. */
const holds = (column: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  INDEXABLE.test(term)
    ? sql`${column} LIKE ${patternFor(term)}`
    : sql`strpos(${column}, ${term}) > 0`;

const PART_OVERLAP = 100;
const PARTS = 1_000;
const PARTS_AT_MOST = sql.lit(PARTS);
const POSITION_OF_PART = sql`i.id / ${PARTS_AT_MOST}`;

const has = (column: Column, term: string) => holds(sql.ref(`t.${column}`), term);

/** Parts overlap by 100 characters, so only that many characters of a term are sure to be within one part. */
const startOf = (term: string) => [...term].slice(0, PART_OVERLAP).join('');

/** The condition that a column contains the term, without an index. A body contains it if one of its parts does. */
function contains(column: Column, term: string): RawBuilder<unknown> {
  const isInColumn = sql`strpos(${sql.ref(`t.${column}`)}, ${term}) > 0`;
  if (column !== 'body') return isInColumn;
  const start = startOf(term);
  const isInPart = sql`EXISTS (
    SELECT 1 FROM piece_parts e WHERE e.id >= t.position * ${PARTS_AT_MOST}
      AND e.id <= t.position * ${PARTS_AT_MOST} + ${sql.lit(PARTS - 1)} AND strpos(e.part, ${start}) > 0)`;
  return start === term ? isInPart : sql`(${isInPart} AND ${isInColumn})`;
}

const COLUMN = { headline: 'headline', standfirst: 'sub' } as const;

function inHeads(term: string, site: 'headline' | 'standfirst'): RawBuilder<unknown> {
  const notAbove = site === 'standfirst' ? sql`AND NOT ${has('headline', term)}` : sql``;
  return sql`${has(COLUMN[site], term)} ${notAbove}`;
}

/** The tables with the positions of an author's, a tag's and a language's pieces. */
function fittingAt({ authorId, tag, locales }: PieceFilter) {
  return [
    authorId !== undefined && {
      ...{ table: sql`publications w`, position: sql`w.position` },
      is: sql`w.author_id = ${authorId}`,
    },
    tag !== undefined && {
      ...{ table: sql`publication_tags g`, position: sql`g.position` },
      is: sql`g.tag = ${tag}`,
    },
    locales !== undefined && {
      ...{ table: sql`publications l`, position: sql`l.position` },
      is: sql`l.locale IN (${sql.join(locales)})`,
    },
  ].filter((each) => each !== false);
}

/** The filters as joins, so that the planner can begin with the rarest one. */
const joined = (filter: PieceFilter) =>
  sql.join(
    fittingAt(filter).map(
      ({ table, position, is }) => sql`JOIN ${table} ON ${position} = t.position AND ${is}`,
    ),
    sql` `,
  );

/**
 * Only the first part with the term counts. Subqueries instead of joins or equalities, because the planner would
 * otherwise expect hardly any rows and not scan newest first.
 */
function inParts(term: string, ofPiece: RawBuilder<unknown>): RawBuilder<unknown> {
  const start = startOf(term);
  const whole = start === term ? sql`` : sql`${has('body', term)} AND`;
  return sql`
    ${POSITION_OF_PART} AS position FROM piece_parts AS i WHERE ${holds(sql.ref('i.part'), start)}
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

const notInHeads = (term: string) => sql`NOT ${has('headline', term)} AND NOT ${has('sub', term)}`;

function chosen(
  site: MatchSite,
  search: PieceSearch,
  candidates: RawBuilder<unknown>,
  isByPart: boolean,
): RawBuilder<unknown> {
  const left = isByPart ? search.filter : notJoined(search.filter);
  const position = isByPart ? POSITION_OF_PART : sql`t.position`;
  const order = isByPart ? sql`i.id` : sql`t.position`;
  return sql`
    SELECT ${sql.lit(site)} AS site, ${candidates}
      AND ${inRange(site, search, order, isByPart ? PARTS : 1)} AND ${allOf(fits(left, position))}
      AND ${isCurrent(position)}
    ORDER BY ${order} DESC LIMIT ${search.limit}`;
}

/**
 * Uses count(*) < 1, which the planner expects to hold for half the rows; it expects IS NULL for hardly any. The first
 * subquery runs only once per search, and usually decides alone.
 */
const isCurrent = (position: RawBuilder<unknown>) => sql`(
  (SELECT count(*) < 1 FROM search_backlog WHERE is_searchable = 0)
  OR (SELECT count(*) < 1 FROM search_backlog q WHERE q.position = ${position} AND q.is_searchable = 0)
)`;

/** The other conditions on a headline or standfirst that contains the leading term. */
function inHeadsAt(
  site: MatchSite,
  column: Column,
  terms: PieceSearch['terms'],
  rest: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (site === 'body') return sql`(SELECT ${rest})`;
  // The headline lacks a term here, so the standfirst must have it, and two small indexes find the piece.
  if (site === 'standfirst' && column === 'headline') {
    const others = terms.filter((term) => term !== leadingTerm(terms));
    return sql`(${sql.join(
      others.map((term) => has('sub', term)),
      sql` OR `,
    )}) AND ${rest}`;
  }
  // The indexes are searched for all terms, because the planner knows how rare they are together.
  return sql`${isAt(site, terms, has)} AND ${rest}`;
}

/** Merges the columns that may have the leading term. Other terms are one subquery, for the reason given at inParts. */
function withAllTerms(site: MatchSite, search: PieceSearch): RawBuilder<unknown> {
  const { terms, limit } = search;
  const leading = leadingTerm(terms);
  const isHere = isAt(site, terms, contains);
  if (!INDEXABLE.test(leading)) {
    const texts = sql`t.position FROM piece_texts t ${joined(search.filter)} WHERE (SELECT ${isHere})`;
    return chosen(site, search, texts, false);
  }
  const branches = branchesOf(site, leading, contains).map(({ column, otherwise }) => {
    const rest = sql`${isHere} AND ${otherwise}`;
    if (column === 'body') return chosen(site, search, inParts(leading, rest), true);
    const heads = sql`t.position FROM piece_texts t ${joined(search.filter)}
      WHERE ${has(column, leading)} AND ${inHeadsAt(site, column, terms, rest)}`;
    return chosen(site, search, heads, false);
  });
  const each = branches.map((branch) => sql`SELECT * FROM (${branch}) AS branch`);
  return sql`SELECT * FROM (${sql.join(each, sql` UNION ALL `)}) AS branches
    ORDER BY position DESC LIMIT ${limit}`;
}

/** Yields the texts newest first, and reads each only when needed. */
const textsInTurn = (positions: RawBuilder<unknown>) => sql`(
  SELECT texts.* FROM (${positions} OFFSET 0) AS c
  CROSS JOIN LATERAL (SELECT * FROM piece_texts WHERE position = c.position OFFSET 0) AS texts
  ORDER BY c.position DESC OFFSET 0) AS t`;

// OFFSET 0 keeps the planner from weighing other join orders, which takes longer than the join itself.
const matching: Matching = {
  isIndexed: ({ terms }) => INDEXABLE.test(leadingTerm(terms)),
  indexed(site, search) {
    const [term] = search.terms;
    if (search.terms.length > 1) return withAllTerms(site, search);
    if (site === 'body') return chosen(site, search, inParts(term, notInHeads(term)), true);
    const heads = sql`piece_texts t ${joined(search.filter)} WHERE ${inHeads(term, site)}`;
    return chosen(site, search, sql`t.position FROM ${heads}`, false);
  },
  among: (site, { terms, limit }, positions) => sql`
    SELECT ${sql.lit(site)} AS site, t.position FROM ${textsInTurn(positions)}
    WHERE ${isAt(site, terms, contains)} AND ${isCurrent(sql`t.position`)} LIMIT ${limit}`,
  joined: sql`
    CROSS JOIN LATERAL (SELECT * FROM publications WHERE position = f.position OFFSET 0) AS p
    CROSS JOIN LATERAL (SELECT * FROM authors WHERE id = p.author_id OFFSET 0) AS a`,
};

/**
 * Searches headlines alone first if they will probably fill the page, because planning for bodies is slow. Otherwise
 * one statement searches everything, headlines again included, so that all results are from one snapshot.
 */
export async function findPieces(db: Searched, search: PieceSearch): Promise<FoundPiece[]> {
  const { terms, filter, after, limit } = search;
  const all = sitesOf(search);
  if (after !== null || Object.keys(filter).length > 0) return piecesAt(all, db, search, matching);
  const asked = terms.join(' ');
  const heads = headsAreLikely(asked) ? await piecesAt(['headline'], db, search, matching) : [];
  const found = heads.length === limit ? heads : await piecesAt(all, db, search, matching);
  learnHeads(asked, found.length === limit && found.every(({ site }) => site === 'headline'));
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
