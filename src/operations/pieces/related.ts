// What to read after a piece: pieces that share its tags, then its author's, then its category's.

import { RELATED } from '../../schemas/limits.ts';
import type { ListedPiece } from '../../store/publications/list-columns.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import type { Store } from '../../store/store.ts';

/**
 * Looks at the newest few of each tag only, so that it costs the same however many pieces there
 * are. More shared tags go first, then newer ones.
 */
export async function relatedTo(store: Store, piece: PublicPiece): Promise<ListedPiece[]> {
  const tags: string[] = JSON.parse(piece.tags);
  const byTag = await Promise.all(tags.map((tag) => store.lists.tagged(tag, RELATED.lookedAt + 1)));
  const found = others(piece, mostShared(byTag.flat(), new Set(tags)));
  if (found.length >= RELATED.shown) return found.slice(0, RELATED.shown);
  const { author_id: authorId, category } = piece;
  const size = 2 * RELATED.shown;
  const own = await store.lists.page({ authorId }, null, size);
  const alike = await store.lists.page({ category }, null, size);
  return others(piece, [...found, ...own, ...alike]).slice(0, RELATED.shown);
}

function mostShared(rows: ListedPiece[], tags: ReadonlySet<string>): ListedPiece[] {
  return rows
    .map((row) => {
      const own: string[] = JSON.parse(row.tags);
      return { row, shared: own.filter((tag) => tags.has(tag)).length };
    })
    .sort((one, other) => other.shared - one.shared || other.row.position - one.row.position)
    .map(({ row }) => row);
}

/** Each once, and not the piece itself. */
function others(piece: PublicPiece, rows: ListedPiece[]): ListedPiece[] {
  const byId = new Map(rows.map((row) => [row.piece_id, row]));
  byId.delete(piece.piece_id);
  return [...byId.values()];
}
