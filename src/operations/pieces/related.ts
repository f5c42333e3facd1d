// Related pieces: first those that share tags, then the author's, then the category's.

import { RELATED_SHOWN } from '../../store/publications/shared-tags.ts';
import type { ListedPiece } from '../../store/search/list-columns.ts';
import type { Store } from '../../store/store.ts';
import type { PublicationRow } from '../../store/tables/publications.ts';

type Source = Pick<PublicationRow, 'piece_id' | 'author_id' | 'category' | 'tags'>;

const LOOKED_AT = 2 * RELATED_SHOWN;

/** Reads only the newest few pieces of each tag, so its cost is bounded. Pieces that share more tags come first. */
export async function relatedTo(store: Store, piece: Source): Promise<ListedPiece[]> {
  const found = others(piece, await store.lists.sharing(JSON.parse(piece.tags)));
  if (found.length === RELATED_SHOWN) return found;
  const { author_id: authorId, category } = piece;
  const own = await store.lists.newest({ authorId }, LOOKED_AT);
  const alike = await store.lists.newest({ category }, LOOKED_AT);
  return others(piece, [...found, ...own, ...alike]);
}

function others(piece: Source, rows: readonly ListedPiece[]): ListedPiece[] {
  const byId = new Map(rows.map((row) => [row.piece_id, row]));
  byId.delete(piece.piece_id);
  return [...byId.values()].slice(0, RELATED_SHOWN);
}
