// What to read after a piece: pieces that share its tags, then its author's, then its category's.

import { LRUCache } from 'lru-cache';
import { RELATED } from '../../schemas/limits.ts';
import type { ListedPiece } from '../../store/publications/list-columns.ts';
import type { Store } from '../../store/store.ts';
import type { PublicationRow } from '../../store/tables/publications.ts';

type Source = Pick<PublicationRow, 'piece_id' | 'author_id' | 'category' | 'tags'>;

/** Of each tag; one more, since the piece itself may be among them. */
const LOOKED_AT = RELATED.lookedAt + 1;

/**
 * Looks at the newest few of each tag only, so that it costs the same however many pieces there
 * are. More shared tags go first, then newer ones.
 */
export async function relatedTo(store: Store, piece: Source): Promise<ListedPiece[]> {
  const tags = sortedTags(piece);
  const byTag = await Promise.all(tags.map((tag) => store.lists.tagged(tag, LOOKED_AT)));
  const found = withTags(piece, tags, byTag);
  if (found.length === RELATED.shown) return found;
  const { author_id: authorId, category } = piece;
  const size = 2 * RELATED.shown;
  const own = await store.lists.newest({ authorId }, size);
  const alike = await store.lists.newest({ category }, size);
  return others(piece, [...found, ...own, ...alike]).slice(0, RELATED.shown);
}

/** The same at once; null where something has to be read for it. */
export function relatedNow(store: Store, piece: Source): ListedPiece[] | null {
  const tags = sortedTags(piece);
  const byTag = tags.map((tag) => store.lists.knownTagged(tag, LOOKED_AT));
  if (!byTag.every((rows) => rows !== undefined)) return null;
  const found = withTags(piece, tags, byTag);
  if (found.length === RELATED.shown) return found;
  const { author_id: authorId, category } = piece;
  const size = 2 * RELATED.shown;
  const own = store.lists.knownNewest({ authorId }, size);
  const alike = own && store.lists.knownNewest({ category }, size);
  return alike ? others(piece, [...found, ...own, ...alike]).slice(0, RELATED.shown) : null;
}

/** The same for all pieces with the same tags. */
const sortedTags = (piece: Source): string[] => JSON.parse(piece.tags).sort();

type Lists = readonly (readonly ListedPiece[])[];

/** Tags that stand together on pieces, of which it is remembered what shares most of them. */
const COMBINATIONS = 4_000;

const combined = new LRUCache<string, { byTag: Lists; most: ListedPiece[] }>({
  max: COMBINATIONS,
});

/** Worked out once for all pieces with the same tags, while the lists of these are the same. */
function withTags(piece: Source, tags: readonly string[], byTag: Lists): ListedPiece[] {
  const key = JSON.stringify(tags);
  const known = combined.get(key);
  const isSame = known?.byTag.every((rows, at) => rows === byTag[at]) ?? false;
  const most = known && isSame ? known.most : mostShared(byTag.flat(), tags);
  if (!isSame) combined.set(key, { byTag, most });
  return most.filter(({ piece_id }) => piece_id !== piece.piece_id).slice(0, RELATED.shown);
}

/** Those that share most, newest first: as many as are shown, and one more, which may be the piece itself. */
function mostShared(rows: readonly ListedPiece[], tags: readonly string[]): ListedPiece[] {
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

/** Parsed once for a row, which the store remembers with its tag. */
function tagsOf(row: ListedPiece): string[] {
  const tags: string[] = parsedTags.get(row) ?? JSON.parse(row.tags);
  parsedTags.set(row, tags);
  return tags;
}

/** Each once, and not the piece itself. */
function others(piece: Source, rows: ListedPiece[]): ListedPiece[] {
  const byId = new Map(rows.map((row) => [row.piece_id, row]));
  byId.delete(piece.piece_id);
  return [...byId.values()];
}
