// Substring search on PostgreSQL: LIKE on case-folded text, with trigram indexes. Bodies are searched
// in parts; the migration that made them says why.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import { type FoundPiece, foundPieces, type PieceSearch } from '../publications/piece-search.ts';
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
const PARTS_AT_MOST = sql.lit(1_000);

type Column = 'headline' | 'sub' | 'body';

const has = (column: Column, term: string) => holds(sql.ref(`t.${column}`), term);

function inHeads(term: string, site: 'headline' | 'standfirst'): RawBuilder<unknown> {
  const notAbove = site === 'standfirst' ? sql`AND NOT ${has('headline', term)}` : sql``;
  const column = site === 'standfirst' ? 'sub' : 'headline';
  return sql`t.position FROM piece_texts t WHERE ${has(column, term)} ${notAbove}`;
}

/**
 * Of several parts that have the term, only the first counts. Conditions on other rows are in
 * subqueries, and never an equality: joins, or an estimate of next to no rows, would keep the planner
 * from scanning the newest first.
 */
function inBodies(term: string): RawBuilder<unknown> {
  const characters = [...term];
  const start = characters.slice(0, PART_OVERLAP).join('');
  const whole = characters.length > PART_OVERLAP ? sql`${has('body', term)} AND` : sql``;
  const position = sql`i.id / ${PARTS_AT_MOST}`;
  return sql`
    ${position} AS position FROM piece_parts i
    WHERE ${holds(sql.ref('i.part'), start)}
      AND i.id <= (
        SELECT min(e.id) FROM piece_parts e
        WHERE e.id >= ${position} * ${PARTS_AT_MOST} AND e.id <= i.id
          AND strpos(e.part, ${start}) > 0
      )
      AND (
        SELECT ${whole} NOT ${has('headline', term)} AND NOT ${has('sub', term)}
        FROM piece_texts t WHERE t.position = ${position}
      )`;
}

function matchesAt(site: MatchSite, { term, category, limit }: PieceSearch): RawBuilder<unknown> {
  const isInBody = site === 'body';
  const position = isInBody ? sql`i.id / ${PARTS_AT_MOST}` : sql`t.position`;
  const inCategory = category
    ? sql`AND (SELECT p.category FROM publications p WHERE p.position = ${position}) = ${category}`
    : sql``;
  return sql`
    SELECT ${sql.lit(site)} AS site, ${isInBody ? inBodies(term) : inHeads(term, site)} ${inCategory}
      AND (SELECT q.position FROM search_backlog q WHERE q.position = ${position}) IS NULL
    ORDER BY ${isInBody ? sql`i.id` : sql`t.position`} DESC LIMIT ${limit}`;
}

// OFFSET 0 leaves the planner one way to join, the right one: weighing others takes it longer than the
// join itself.
const joined = sql`
  CROSS JOIN LATERAL (SELECT * FROM publications WHERE position = f.position OFFSET 0) AS p
  CROSS JOIN LATERAL (SELECT * FROM authors WHERE id = p.author_id OFFSET 0) AS a`;

async function foundAt(
  sites: readonly MatchSite[],
  search: PieceSearch,
  db: Kysely<Tables>,
): Promise<FoundPiece[]> {
  const matches = sites.map((site) => matchesAt(site, search));
  return (await foundPieces({ matches, limit: search.limit, joined }).execute(db)).rows;
}

const headlinesFirst = new HeadlinesFirst();

/**
 * Where headlines alone fill the page, planning for the bodies takes longer than all the rest: about
 * a millisecond of five. So headlines are searched alone when that is likely to be enough. Otherwise
 * one statement searches everything, so that what it finds is of one moment.
 */
export async function findPieces(db: Kysely<Tables>, search: PieceSearch): Promise<FoundPiece[]> {
  const { term, limit } = search;
  const isEnough = (found: FoundPiece[]) =>
    found.filter(({ site }) => site === 'headline').length === limit;
  const first = headlinesFirst.isLikely(term) ? await foundAt(['headline'], search, db) : [];
  const found = isEnough(first) ? first : await foundAt(MATCH_SITES, search, db);
  headlinesFirst.learn(term, isEnough(found));
  return found;
}

export async function matchAuthors(
  db: Kysely<Tables>,
  term: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM authors a JOIN author_texts t ON t.author_id = a.id
    WHERE a.suspended_at IS NULL AND ${holds(sql.ref('t.folded'), term)}
    ORDER BY a.identity_verified DESC, a.pieces_count DESC, a.name, a.slug LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
