// Substring search on PostgreSQL: LIKE on folded text, which the trigram indexes serve.

import { type Kysely, sql } from 'kysely';
import type { PieceMatch } from '../dialect.ts';
import type { Tables } from '../tables.ts';

/** `%`, `_` and `\` are ordinary characters in a search. */
const patternFor = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

function condition({ site, term }: PieceMatch) {
  const has = (column: 'headline' | 'sub' | 'body') =>
    sql`${sql.ref(`t.${column}`)} LIKE ${patternFor(term)}`;
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
  const inCategory = match.category
    ? sql`AND EXISTS (
        SELECT 1 FROM publications p WHERE p.position = t.position AND p.category = ${match.category}
      )`
    : sql``;
  const { rows } = await sql<{ position: number }>`
    SELECT t.position FROM piece_texts t WHERE ${condition(match)} ${inCategory}
    ORDER BY t.position DESC LIMIT ${match.limit}
  `.execute(db);
  return rows.map(({ position }) => position);
}

export async function matchAuthors(
  db: Kysely<Tables>,
  term: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM authors a JOIN author_texts t ON t.author_id = a.id
    WHERE a.suspended_at IS NULL AND t.folded LIKE ${patternFor(term)}
    ORDER BY a.identity_verified DESC, a.pieces_count DESC, a.name, a.slug LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
