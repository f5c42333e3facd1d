// Substring search on PostgreSQL: LIKE on folded text, which the trigram indexes serve. Bodies are
// looked at in parts; the migration that made them says why.

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
 * Whether a column has the term. Without a trigram, LIKE would have the whole index read, entry by
 * entry; strpos cannot be looked up, so the newest rows are gone through until there are enough.
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
 * Of several parts that have the term, the first is the one that counts. What is asked about other
 * rows stands in subqueries, and never as an equality: as joins, or as a sign that next to nothing
 * will be found, it would keep the planner from going through the newest first.
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
    ORDER BY ${isInBody ? sql`i.id` : sql`t.position`} DESC LIMIT ${limit}`;
}

// OFFSET 0 leaves the planner one way to join, which is the right one: to weigh others takes it longer
// than to go this one.
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
 * Where headlines have enough, planning for the bodies would take longer than all the rest, so they
 * are asked alone when that is likely. Else everything is asked, so that it is of one moment.
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
