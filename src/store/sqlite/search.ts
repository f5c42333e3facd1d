// Substring search on SQLite: trigram indexes for three characters and more, else a scan.
// Both go from the newest to the oldest and stop as soon as they have enough.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { Dialect } from '../dialect.ts';
import { type FoundPiece, foundPieces, type PieceSearch } from '../publications/piece-search.ts';
import type { Tables } from '../tables.ts';
import { INTERRUPTIBLE } from './sync-connection.ts';

export const interruptible: Dialect['interruptible'] = sql`${sql.raw(INTERRUPTIBLE)}()`;

const isIndexable = (term: string) => [...term].length >= 3;

/** FTS5's quoting: whatever stands inside is taken as it is. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

// How bodies are indexed in parts; the migration that made the index says why.
const PART = 500;
const PART_OVERLAP = 100;
const PARTS_AT_MOST = 1_000;

/** Every trigram of the term's start: what a part must have before its text is worth a look. */
function trigramsOf(term: string): string {
  const characters = [...term].slice(0, PART_OVERLAP);
  const trigrams = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(trigrams)].map(quoted).join(' AND ');
}

/** Where the candidates come from, newest first by the index's rowid, and the text they have. */
function source(site: MatchSite, term: string): RawBuilder<unknown> {
  if (!isIndexable(term)) return sql`piece_texts t WHERE ${interruptible}`;
  if (site === 'body') {
    return sql`piece_bodies_index i CROSS JOIN piece_texts t
      ON t.position = i.rowid / ${sql.lit(PARTS_AT_MOST)}
      WHERE piece_bodies_index MATCH ${trigramsOf(term)} AND ${interruptible} AND ${isInPart(term)}`;
  }
  const column = site === 'headline' ? 'headline' : 'sub';
  return sql`piece_heads_index i CROSS JOIN piece_texts t ON t.position = i.rowid
    WHERE piece_heads_index MATCH ${`${column} : ${quoted(term)}`} AND ${interruptible}`;
}

/** Of several parts that have the term, the first is the one that counts. */
function isInPart(term: string): RawBuilder<unknown> {
  const start = sql`i.rowid % ${sql.lit(PARTS_AT_MOST)} * ${sql.lit(PART)}`;
  const reach = sql.lit(PART + [...term].length - 1);
  // The part alone is looked at first: most candidates end there.
  return sql`instr(substr(t.body, ${start} + 1, ${reach}), ${term}) > 0
    AND instr(t.body, ${term}) BETWEEN ${start} + 1 AND ${start} + ${sql.lit(PART)}`;
}

const has = (column: 'headline' | 'sub' | 'body', term: string) =>
  sql`instr(${sql.ref(`t.${column}`)}, ${term}) > 0`;

function condition(site: MatchSite, term: string): RawBuilder<unknown> {
  switch (site) {
    case 'headline':
      return has('headline', term);
    case 'standfirst':
      return sql`${has('sub', term)} AND NOT ${has('headline', term)}`;
    case 'body': {
      const notAbove = sql`NOT ${has('headline', term)} AND NOT ${has('sub', term)}`;
      // Its part was looked at already where there is an index.
      return isIndexable(term) ? notAbove : sql`${has('body', term)} AND ${notAbove}`;
    }
  }
}

function matchesAt(site: MatchSite, { term, category, limit }: PieceSearch): RawBuilder<unknown> {
  const order = isIndexable(term) ? sql`i.rowid` : sql`t.position`;
  const inCategory = category
    ? sql`AND EXISTS (
        SELECT 1 FROM publications p WHERE p.position = t.position AND p.category = ${category}
      )`
    : sql``;
  return sql`
    SELECT ${sql.lit(site)} AS site, t.position
    FROM ${source(site, term)} AND ${condition(site, term)} ${inCategory} AND NOT EXISTS (
      SELECT 1 FROM search_backlog q WHERE q.position = t.position
    )
    ORDER BY ${order} DESC LIMIT ${limit}`;
}

// CROSS JOIN keeps the order: else all publications might be gone through for those that were found.
const joined = sql`CROSS JOIN publications p CROSS JOIN authors a
  WHERE p.position = f.position AND a.id = p.author_id`;

/** In one go: each statement is a way to the search thread and back, which costs more than most of them. */
export async function findPieces(db: Kysely<Tables>, search: PieceSearch): Promise<FoundPiece[]> {
  const matches = MATCH_SITES.map((site) => matchesAt(site, search));
  const { rows } = await foundPieces({ matches, limit: search.limit, joined }).execute(db);
  return rows;
}

export async function matchAuthors(
  db: Kysely<Tables>,
  term: string,
  limit: number,
): Promise<string[]> {
  const matching = isIndexable(term)
    ? sql`t.id IN (SELECT rowid FROM author_texts_index WHERE author_texts_index MATCH ${quoted(term)})`
    : sql`instr(t.folded, ${term}) > 0`;
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM authors a JOIN author_texts t ON t.author_id = a.id
    WHERE ${interruptible} AND a.suspended_at IS NULL AND ${matching}
    ORDER BY a.identity_verified DESC, a.pieces_count DESC, a.name, a.slug LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

const INDEXES = ['piece_heads_index', 'piece_bodies_index', 'author_texts_index'];

/** FTS5's own check of an external-content index against its content. */
export async function checkSearchIndex(db: Kysely<Tables>): Promise<void> {
  for (const index of INDEXES) {
    await sql`INSERT INTO ${sql.table(index)} (${sql.ref(index)}, rank)
      VALUES ('integrity-check', 1)`.execute(db);
  }
}

export async function rebuildSearchIndex(db: Kysely<Tables>): Promise<void> {
  for (const index of INDEXES) {
    await sql`INSERT INTO ${sql.table(index)} (${sql.ref(index)}) VALUES ('rebuild')`.execute(db);
  }
}
