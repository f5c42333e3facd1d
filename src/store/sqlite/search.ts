// Substring search on SQLite: trigram indexes for three characters and more, else a scan.
// Both go from the newest to the oldest and stop as soon as they have enough.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PieceMatch } from '../dialect.ts';
import type { Tables } from '../tables.ts';

const isIndexable = (term: string) => [...term].length >= 3;

/** FTS5's quoting: whatever stands inside is taken as it is. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Every trigram of the term: what a body must have before its text is worth a look. */
function trigramsOf(term: string): string {
  const characters = [...term];
  const trigrams = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(trigrams)].map(quoted).join(' AND ');
}

// An index named in FROM is read newest first by its rowid, which is the position.
function source({ site, term }: PieceMatch): RawBuilder<unknown> {
  if (!isIndexable(term)) return sql`piece_texts t WHERE 1`;
  const [index, query] =
    site === 'body'
      ? ['piece_bodies_index', trigramsOf(term)]
      : ['piece_heads_index', `${site === 'headline' ? 'headline' : 'sub'} : ${quoted(term)}`];
  return sql`${sql.table(index)} i CROSS JOIN piece_texts t ON t.position = i.rowid
    WHERE ${sql.table(index)} MATCH ${query}`;
}

function condition({ site, term }: PieceMatch): RawBuilder<unknown> {
  const has = (column: 'headline' | 'sub' | 'body') =>
    sql`instr(${sql.ref(`t.${column}`)}, ${term}) > 0`;
  switch (site) {
    case 'headline':
      return has('headline');
    case 'standfirst':
      return sql`${has('sub')} AND NOT ${has('headline')}`;
    case 'body':
      return sql`${has('body')} AND NOT ${has('headline')} AND NOT ${has('sub')}`;
  }
}

export async function matchPieces(db: Kysely<Tables>, match: PieceMatch): Promise<number[]> {
  const order = isIndexable(match.term) ? sql`i.rowid` : sql`t.position`;
  const inCategory = match.category
    ? sql`AND EXISTS (
        SELECT 1 FROM publications p WHERE p.position = t.position AND p.category = ${match.category}
      )`
    : sql``;
  const { rows } = await sql<{ position: number }>`
    SELECT t.position FROM ${source(match)} AND ${condition(match)} ${inCategory}
    ORDER BY ${order} DESC LIMIT ${match.limit}
  `.execute(db);
  return rows.map(({ position }) => position);
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
    WHERE a.suspended_at IS NULL AND ${matching}
    ORDER BY a.identity_verified DESC, a.pieces_count DESC, a.name, a.slug LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** FTS5's own check of an external-content index against its content. */
export async function checkSearchIndex(db: Kysely<Tables>): Promise<void> {
  for (const index of ['piece_heads_index', 'piece_bodies_index', 'author_texts_index']) {
    await sql`INSERT INTO ${sql.table(index)} (${sql.ref(index)}, rank)
      VALUES ('integrity-check', 1)`.execute(db);
  }
}
