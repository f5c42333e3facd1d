// Piece lists for pages: newest first, with pagination in both directions.

import { Problem } from '../../errors.ts';
import type { PieceListItem } from '../../schemas/pieces.ts';
import { isClean } from '../../schemas/text.ts';
import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import type { PageBound } from '../../store/publications/piece-lists.ts';
import type { PieceList } from '../../store/publications/piece-reads.ts';
import type { ListedPiece } from '../../store/search/list-columns.ts';
import type { Context } from '../operation.ts';
import { pieceListItem } from '../pieces/piece-records.ts';
import { type Urls, urlsOf } from '../urls.ts';

export const PAGE_SIZE = 20;

export type { PageBound };

export interface ListEntry extends PieceListItem {
  locale: string;
}

export interface PieceListPage {
  items: ListEntry[];
  newer: number | null;
  older: number | null;
}

export const listEntry = (row: ListedPiece, urls: Urls): ListEntry => ({
  ...pieceListItem(row, urls),
  locale: row.locale,
});

export const newestPage = (context: Context, bound: PageBound = null, size: number = PAGE_SIZE) =>
  pieceListPage(context, {}, bound, size);

export async function categoryPage(context: Context, given: string, bound: PageBound) {
  const category = categoryFrom(given);
  return { category, ...(await pieceListPage(context, { category }, bound, PAGE_SIZE)) };
}

export async function tagPage(
  context: Context,
  tag: string,
  bound: PageBound,
): Promise<PieceListPage> {
  if (!isClean(tag)) throw new Problem('not_found');
  const page = await pieceListPage(context, { tag }, bound, PAGE_SIZE);
  if (page.items.length === 0) throw new Problem('not_found');
  return page;
}

export function categoryFrom(given: string): Category {
  const category = CATEGORIES.find((each) => each === given);
  if (!category) throw new Problem('not_found');
  return category;
}

export interface CategoryList {
  category: Category;
  items: ListEntry[];
}

export async function pieceListPage(
  { store, config }: Context,
  list: PieceList,
  bound: PageBound,
  size: number,
): Promise<PieceListPage> {
  const isUpwards = bound !== null && 'after' in bound;
  // One piece more than shown reveals whether another page follows.
  const found = await store.lists.page(list, bound, size + 1);
  // A cursor with no pieces beyond it gets a 404.
  if (bound !== null && found.length === 0) throw new Problem('not_found');
  const hasMore = found.length > size;
  const rows = isUpwards ? found.slice(-size) : found.slice(0, size);
  const [first, last] = [rows.at(0), rows.at(-1)];
  const isThere = async (beside: PageBound) => (await store.lists.page(list, beside, 1)).length > 0;
  const hasNewer = isUpwards
    ? hasMore
    : bound !== null && first !== undefined && (await isThere({ after: first.position }));
  const hasOlder = isUpwards
    ? last !== undefined && (await isThere({ before: last.position }))
    : hasMore;
  const urls = urlsOf(config.baseUrl);
  return {
    items: rows.map((row) => listEntry(row, urls)),
    newer: hasNewer ? (first?.position ?? null) : null,
    older: hasOlder ? (last?.position ?? null) : null,
  };
}
