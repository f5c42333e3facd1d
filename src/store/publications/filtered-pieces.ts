// The newest pieces of a list with filters, from the top or from below a piece, and the languages of pieces.

import { sql } from 'kysely';
import { ContentMemo } from '../content/content-memo.ts';
import { declaredRead } from '../content/read-record.ts';
import { PIECES, tag } from '../content/topics.ts';
import type { Database } from '../dialect.ts';
import { LISTED_COLUMNS, type ListedPiece } from './list-columns.ts';
import { listed, type PieceFilter } from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';
import { readsOfList } from './piece-reads.ts';

/**
 * One filter alone has an index in the order of the list. With several, or with a language that has many
 * tags, much may have to be gone through: that is for threads on which nothing waits.
 */
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
    // Where a piece that is gone was depends on others. A tag, a language or a time narrows a list that
    // changes with whatever is in it.
    (rows) => (below ? null : [...tagOf(filter), ...readsOfList(widest(filter), rows)]),
  );
}

const tagOf = ({ tag: name }: PieceFilter) => (name === undefined ? [] : [tag(name)]);

const widest = ({ authorId, category }: PieceFilter) => ({
  ...(authorId !== undefined && { authorId }),
  ...(category !== undefined && { category }),
});

const localesMemo = new ContentMemo<readonly string[]>(1);

/** Every language that a published piece has. There are few of them, so each is looked up by itself. */
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
