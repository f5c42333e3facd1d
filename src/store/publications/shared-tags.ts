// Pieces that share tags: those that have most of some tags in common, newest first.

import { RELATED } from '../../schemas/limits.ts';
import { ContentMemo } from '../content/content-memo.ts';
import { declaredRead } from '../content/read-record.ts';
import { tag as tagTopic } from '../content/topics.ts';
import type { Database } from '../dialect.ts';
import { prepared } from '../prepared-queries.ts';
import { type ListedPiece, listedPieces } from './list-columns.ts';
import { readsOfList, readsOfPieces } from './piece-reads.ts';

const newestTagged = prepared(
  (db, { tag, limit }: { tag: string; limit: number }) =>
    listedPieces(db)
      .innerJoin('publication_tags as t', 't.piece_id', 'p.piece_id')
      .where('t.tag', '=', tag)
      .orderBy('t.position', 'desc')
      .limit(limit),
  ({ tag }, rows) => readsOfList({ tag }, rows),
);

/** Of each tag; one more, since the piece that is asked about may be among them. */
const LOOKED_AT = RELATED.lookedAt + 1;

/** Tags whose newest pieces are remembered. */
const TAGS = 200;

const taggedMemo = new ContentMemo<readonly ListedPiece[]>(TAGS);

const tagged = (db: Database, tag: string) =>
  taggedMemo.get(db, tag, () => newestTagged(db, { tag, limit: LOOKED_AT }));

/** Every page of a piece asks for those that share its tags: as many as it shows, and one more. */
export const sharing = (db: Database, tags: readonly string[]): Promise<readonly ListedPiece[]> =>
  declaredRead(
    async () => {
      const rows = await Promise.all(tags.map((tag) => tagged(db, tag)));
      return mostShared(tags, rows.flat());
    },
    (rows) => readsOf(tags, rows),
  );

/** Which pieces have a tag decides which are chosen; of the others nothing is shown. */
const readsOf = (tags: readonly string[], rows: readonly ListedPiece[]) => [
  ...tags.map(tagTopic),
  ...readsOfPieces(rows),
];

/** More shared tags go first, then newer ones. */
function mostShared(tags: readonly string[], rows: readonly ListedPiece[]): ListedPiece[] {
  const found = new Map<string, { row: ListedPiece; shared: number }>();
  for (const row of rows) {
    if (found.has(row.piece_id)) continue;
    const own: string[] = JSON.parse(row.tags);
    const shared = own.filter((tag) => tags.includes(tag)).length;
    found.set(row.piece_id, { row, shared });
  }
  return [...found.values()]
    .sort((one, other) => other.shared - one.shared || other.row.position - one.row.position)
    .slice(0, RELATED.shown + 1)
    .map(({ row }) => row);
}
