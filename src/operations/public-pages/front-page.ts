// The front page: each piece appears once, ranked by how new it is.

import { htmlIn } from '../../rendering/stored-content.ts';
import { opening } from '../../rendering/text/opening.ts';
import type { Author } from '../../schemas/authors.ts';
import { FRONT_PAGE, PIECE_LISTS } from '../../schemas/limits.ts';
import { authorRecord } from '../authors/author-records.ts';
import { identityOf } from '../identity/identity.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { urlsOf } from '../urls.ts';
import { type CategoryList, type ListEntry, listEntry, newestPage } from './piece-lists.ts';
import { trendingList } from './trending-list.ts';

export interface FrontPage {
  lead: ListEntry;
  writer: Author | null;
  /** More about the lead and its author, only if there are few pieces. */
  introduction: Introduction | null;
  second: ListEntry | undefined;
  thirds: ListEntry[];
  rest: ListEntry[];
  older: number | null;
  widelyRead: ListEntry[];
  byCategory: CategoryList[];
}

export interface Introduction {
  standfirst: string | null;
  opening: string;
  author: Author | null;
}

export async function frontPage(context: Context): Promise<FrontPage | null> {
  const { items, older } = await newestPage(context, null, FRONT_PAGE.newest);
  const [lead, second, ...others] = items;
  if (!lead) return null;
  const [writer, introduction] = await Promise.all([
    onlyWriter(context, lead),
    items.length < FRONT_PAGE.few ? introductionOf(context, lead) : null,
  ]);
  const isSmall = items.length < FRONT_PAGE.few;
  const thirds = others.slice(0, FRONT_PAGE.thirds);
  const widelyRead = isSmall ? [] : await readApartFrom(context, items);
  return {
    lead,
    writer,
    introduction: introduction && writer ? { ...introduction, author: null } : introduction,
    second,
    thirds,
    rest: others.slice(thirds.length),
    older,
    widelyRead,
    byCategory: isSmall ? [] : await categoryLists(context, [...items, ...widelyRead]),
  };
}

async function onlyWriter(
  { store, config }: Context,
  { authors }: ListEntry,
): Promise<Author | null> {
  const author = await store.authors.onPage(authors[0]?.slug ?? '');
  if (!author || !(await store.publications.areAllBy(author.id))) return null;
  return authorRecord(author, urlsOf(config.baseUrl));
}

const without = (items: readonly ListEntry[], shown: readonly ListEntry[]) =>
  items.filter(({ id }) => !shown.some((each) => each.id === id));

async function readApartFrom(context: Context, shown: ListEntry[]): Promise<ListEntry[]> {
  const trending = await trendingList(context, PIECE_LISTS.trending + shown.length);
  return without(trending, shown).slice(0, PIECE_LISTS.trending);
}

async function categoryLists(
  { store, config }: Context,
  shown: readonly ListEntry[],
): Promise<CategoryList[]> {
  const urls = urlsOf(config.baseUrl);
  const lists = await Promise.all(
    identityOf(config).categories.map(async (category) => {
      const known = shown.filter((item) => item.category === category).length;
      const rows = await store.lists.page({ category }, null, PIECE_LISTS.perCategory + known);
      const items = without(
        rows.map((row) => listEntry(row, urls)),
        shown,
      );
      return { category, items: items.slice(0, PIECE_LISTS.perCategory) };
    }),
  );
  return lists.filter(({ items }) => items.length > 0);
}

async function introductionOf(
  { store, config }: Context,
  { id, authors }: ListEntry,
): Promise<Introduction | null> {
  const [row, author] = await Promise.all([
    store.publications.byPieceId(pieceIdFrom(id.slice(id.lastIndexOf('/') + 1))),
    store.authors.onPage(authors[0]?.slug ?? ''),
  ]);
  // The piece may have been unpublished since the list was read.
  if (!row) return null;
  return {
    standfirst: row.sub?.trim() ? row.sub : null,
    opening: opening(htmlIn(row), FRONT_PAGE.opening),
    author: author ? authorRecord(author, urlsOf(config.baseUrl)) : null,
  };
}
