// Pieces that share tags: those that have most of some tags in common, newest first.

import { LRUCache } from 'lru-cache';
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
export function sharing(db: Database, tags: readonly string[]): Promise<readonly ListedPiece[]> {
  const inOrder = tags.toSorted();
  const read = async () =>
    mostShared(inOrder, await Promise.all(inOrder.map((tag) => tagged(db, tag))));
  return declaredRead(read, (rows) => readsOf(inOrder, rows));
}

/** Which pieces have a tag decides which are chosen; of the others nothing is shown. */
const readsOf = (tags: readonly string[], rows: readonly ListedPiece[]) => [
  ...tags.map(tagTopic),
  ...readsOfPieces(rows),
];

type Lists = readonly (readonly ListedPiece[])[];

/** Tags that stand together on pieces, of which it is remembered what shares most of them. */
const COMBINATIONS = 4_000;

const combined = new LRUCache<string, { byTag: Lists; most: readonly ListedPiece[] }>({
  max: COMBINATIONS,
});

/** Worked out once for all pieces with the same tags, while the lists of these are the same. */
function mostShared(tags: readonly string[], byTag: Lists): readonly ListedPiece[] {
  const key = JSON.stringify(tags);
  const known = combined.get(key);
  if (known?.byTag.every((rows, at) => rows === byTag[at])) return known.most;
  const most = workedOut(tags, byTag.flat());
  combined.set(key, { byTag, most });
  return most;
}

/** More shared tags go first, then newer ones. */
function workedOut(tags: readonly string[], rows: readonly ListedPiece[]): ListedPiece[] {
  const found = new Map<string, { row: ListedPiece; shared: number }>();
  for (const row of rows) {
    if (found.has(row.piece_id)) continue;
    const shared = tagsOf(row).filter((tag) => tags.includes(tag)).length;
    found.set(row.piece_id, { row, shared });
  }
  return [...found.values()]
    .sort((one, other) => other.shared - one.shared || other.row.position - one.row.position)
    .slice(0, RELATED.shown + 1)
    .map(({ row }) => row);
}

const parsedTags = new WeakMap<ListedPiece, string[]>();

/** Parsed once for a row, which is remembered with its tag. */
function tagsOf(row: ListedPiece): string[] {
  const tags: string[] = parsedTags.get(row) ?? JSON.parse(row.tags);
  parsedTags.set(row, tags);
  return tags;
}
