// The newest pieces of a filtered list, from the top or below a given piece, and the languages of published pieces.

import { sql } from 'kysely';
import { ContentMemo } from '../content/content-memo.ts';
import type { Database } from '../database/dialect.ts';
import { LISTED_COLUMNS, type ListedPiece } from '../search/list-columns.ts';
import { listed, type PieceFilter } from '../search/piece-filter.ts';
import type { PiecePlace } from '../search/piece-place.ts';
import { declaredRead } from '../topics/read-record.ts';
import { PIECES, tag } from '../topics/topics.ts';
import { readsOfList } from './piece-reads.ts';

/** A single filter has an index in the right order. Several filters may read many rows, so they run on slow threads. */
const isQuick = (filter: PieceFilter) =>
  Object.keys(filter).length <= 1 && (filter.locales?.length ?? 1) === 1;

const AUTHORS = sql`JOIN authors a ON a.id = p.author_id`;

export function filteredPieces(
  db: Database,
  filter: PieceFilter,
  below: PiecePlace | null,
  limit: number,
): Promise<ListedPiece[]> {
  const query = sql<ListedPiece>`
    SELECT ${LISTED_COLUMNS} FROM ${listed(filter, below, AUTHORS)} LIMIT ${limit}`;
  return declaredRead(
    async () => (await query.execute(isQuick(filter) ? db.read : db.slow)).rows,
    // No topic covers the place of a deleted piece, because other pieces determine that place.
    (rows) => (below ? null : [...tagOf(filter), ...readsOfList(widest(filter), rows)]),
  );
}

const tagOf = ({ tag: name }: PieceFilter) => (name === undefined ? [] : [tag(name)]);

const widest = ({ authorId, category }: PieceFilter) => ({
  ...(authorId !== undefined && { authorId }),
  ...(category !== undefined && { category }),
});

const localesMemo = new ContentMemo<readonly string[]>(1);

/** Looks each language up in the index, because languages are few and pieces many. */
export const publishedLocales = (db: Database): Promise<readonly string[]> =>
  localesMemo.get(db, '', async () => {
    const rows = await declaredRead(
      async () => (await EACH_LOCALE.execute(db.read)).rows,
      () => [PIECES],
    );
    return rows.map(({ locale }) => locale);
  });

const EACH_LOCALE = sql<{ locale: string }>`
  WITH RECURSIVE found (locale) AS (
    SELECT (SELECT min(locale) FROM publications)
    UNION ALL
    SELECT (SELECT min(p.locale) FROM publications p WHERE p.locale > found.locale)
    FROM found WHERE found.locale IS NOT NULL
  )
  SELECT locale FROM found WHERE locale IS NOT NULL`;
