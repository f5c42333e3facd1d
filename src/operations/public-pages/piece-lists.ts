// The lists that pages show: newest first, a page at a time, to the very first piece and back.

import { Problem } from '../../errors.ts';
import { PIECE_LISTS } from '../../schemas/limits.ts';
import type { PieceListItem } from '../../schemas/pieces.ts';
import { isClean } from '../../schemas/text.ts';
import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import type { ListedPiece } from '../../store/publications/listed-pieces.ts';
import type { Place as ListPosition, PieceList } from '../../store/publications/piece-lists.ts';
import type { Context } from '../operation.ts';
import { pieceListItem } from '../pieces/piece-records.ts';
import { type Urls, urlsOf } from '../urls.ts';

export type Place = ListPosition;

/** An item of a list, with the language that its words are in. */
export interface ListEntry extends PieceListItem {
  locale: string;
}

export interface PieceListPage {
  items: ListEntry[];
  /** Where the pages beside this one begin; null where there is none. */
  newer: number | null;
  older: number | null;
}

export const listEntry = (row: ListedPiece, urls: Urls): ListEntry => ({
  ...pieceListItem(row, urls),
  locale: row.locale,
});

export const newestPage = (
  context: Context,
  place: Place = null,
  size: number = PIECE_LISTS.page,
) => pieceListPage(context, {}, place, size);

/** Any of the eight; whatever else is asked for is not there. */
export async function categoryPage(context: Context, given: string, place: Place) {
  const category = categoryFrom(given);
  return { category, ...(await pieceListPage(context, { category }, place, PIECE_LISTS.page)) };
}

/** Everything with a tag, as it is written; a tag that nothing has is not there. */
export async function tagPage(context: Context, tag: string, place: Place): Promise<PieceListPage> {
  if (!isClean(tag)) throw new Problem('not_found');
  const page = await pieceListPage(context, { tag }, place, PIECE_LISTS.page);
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

/** The newest of each category that has any. */
export async function categoryLists({ store, config }: Context): Promise<CategoryList[]> {
  const urls = urlsOf(config.baseUrl);
  const lists = await Promise.all(
    CATEGORIES.map(async (category) => {
      const rows = await store.lists.page({ category }, null, PIECE_LISTS.perCategory);
      return { category, items: rows.map((row) => listEntry(row, urls)) };
    }),
  );
  return lists.filter(({ items }) => items.length > 0);
}

export async function pieceListPage(
  { store, config }: Context,
  list: PieceList,
  place: Place,
  size: number,
): Promise<PieceListPage> {
  const isUpwards = place !== null && 'after' in place;
  // One more than is shown says whether it goes on.
  const found = await store.lists.page(list, place, size + 1);
  // A place in a list that has nothing there is no page of it.
  if (place !== null && found.length === 0) throw new Problem('not_found');
  const goesOn = found.length > size;
  const rows = isUpwards ? found.slice(-size) : found.slice(0, size);
  const [first, last] = [rows.at(0), rows.at(-1)];
  const isThere = async (beside: Place) => (await store.lists.page(list, beside, 1)).length > 0;
  const hasNewer = isUpwards
    ? goesOn
    : place !== null && first !== undefined && (await isThere({ after: first.position }));
  const hasOlder = isUpwards
    ? last !== undefined && (await isThere({ before: last.position }))
    : goesOn;
  const urls = urlsOf(config.baseUrl);
  return {
    items: rows.map((row) => listEntry(row, urls)),
    newer: hasNewer ? (first?.position ?? null) : null,
    older: hasOlder ? (last?.position ?? null) : null,
  };
}
