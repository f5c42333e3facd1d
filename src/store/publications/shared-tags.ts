// Pieces that share the most of the given tags, newest first.

import { ContentMemo } from '../content/content-memo.ts';
import type { Database } from '../database/dialect.ts';
import { prepared } from '../database/prepared-queries.ts';
import { type ListedPiece, listedPieces } from '../search/list-columns.ts';
import { declaredRead } from '../topics/read-record.ts';
import { tag as tagTopic } from '../topics/topics.ts';
import { readsOfList, readsOfPieces } from './piece-reads.ts';

export const RELATED_SHOWN = 4;
/** Candidates per tag. */
const PER_TAG = 20;

const newestTagged = prepared(
  (db, { tag, limit }: { tag: string; limit: number }) =>
    listedPieces(db)
      .innerJoin('publication_tags as t', 't.piece_id', 'p.piece_id')
      .where('t.tag', '=', tag)
      .orderBy('t.position', 'desc')
      .limit(limit),
  ({ tag }, rows) => readsOfList({ tag }, rows),
);

/** One more piece than needed, because the current piece may be among them. */
const LOOKED_AT = PER_TAG + 1;

const TAGS = 200;

const taggedMemo = new ContentMemo<readonly ListedPiece[]>(TAGS);

const tagged = (db: Database, tag: string) =>
  taggedMemo.get(db, tag, () => newestTagged(db, { tag, limit: LOOKED_AT }));

/** Returns one piece more than a page shows, because the current piece may be among them. */
export const sharing = (db: Database, tags: readonly string[]): Promise<readonly ListedPiece[]> =>
  declaredRead(
    async () => {
      const rows = await Promise.all(tags.map((tag) => tagged(db, tag)));
      return mostShared(tags, rows.flat());
    },
    (rows) => readsOf(tags, rows),
  );

/** The tags' topics cover which pieces are chosen. Pieces that are not shown need no topic. */
const readsOf = (tags: readonly string[], rows: readonly ListedPiece[]) => [
  ...tags.map(tagTopic),
  ...readsOfPieces(rows),
];

function mostShared(tags: readonly string[], rows: readonly ListedPiece[]): ListedPiece[] {
  // Tags are compared as JSON strings with a row's JSON, because parsing it would take longer.
  const written = tags.map((tag) => JSON.stringify(tag));
  const found = new Map<string, { row: ListedPiece; shared: number }>();
  for (const row of rows) {
    if (found.has(row.piece_id)) continue;
    const shared = written.filter((tag) => row.tags.includes(tag)).length;
    found.set(row.piece_id, { row, shared });
  }
  return [...found.values()]
    .sort((one, other) => other.shared - one.shared || other.row.position - one.row.position)
    .slice(0, RELATED_SHOWN + 1)
    .map(({ row }) => row);
}
