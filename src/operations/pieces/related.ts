// What to read after a piece: pieces that share its tags, then its author's, then its category's.

import { RELATED } from '../../schemas/limits.ts';
import type { ListedPiece } from '../../store/publications/list-columns.ts';
import type { Store } from '../../store/store.ts';
import type { PublicationRow } from '../../store/tables/publications.ts';

type Source = Pick<PublicationRow, 'piece_id' | 'author_id' | 'category' | 'tags'>;

/**
 * Looks at the newest few of each tag only, so that it costs the same however many pieces there
 * are. More shared tags go first, then newer ones.
 */
export async function relatedTo(store: Store, piece: Source): Promise<ListedPiece[]> {
  const tags: string[] = JSON.parse(piece.tags);
  const byTag = await Promise.all(tags.map((tag) => store.lists.tagged(tag, RELATED.lookedAt + 1)));
  const found = mostShared(piece, byTag.flat(), tags);
  if (found.length === RELATED.shown) return found;
  const { author_id: authorId, category } = piece;
  const size = 2 * RELATED.shown;
  const own = await store.lists.page({ authorId }, null, size);
  const alike = await store.lists.page({ category }, null, size);
  return others(piece, [...found, ...own, ...alike]).slice(0, RELATED.shown);
}

/** Those that share most, newest first; of them only as many as are shown. */
function mostShared(piece: Source, rows: readonly ListedPiece[], tags: readonly string[]) {
  const found = new Map<string, { row: ListedPiece; shared: number }>();
  for (const row of rows) {
    if (found.has(row.piece_id) || row.piece_id === piece.piece_id) continue;
    const shared = tagsOf(row).filter((tag) => tags.includes(tag)).length;
    found.set(row.piece_id, { row, shared });
  }
  return [...found.values()]
    .sort((one, other) => other.shared - one.shared || other.row.position - one.row.position)
    .slice(0, RELATED.shown)
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
