// The front page: each piece appears once, ranked by how new it is.

import { htmlIn } from '../../rendering/stored-content.ts';
import { opening } from '../../rendering/text/opening.ts';
import type { Author } from '../../schemas/authors.ts';
import { authorRecord } from '../authors/author-records.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { urlsOf } from '../urls.ts';
import { type CategoryList, type ListEntry, listEntry, newestPage } from './piece-lists.ts';
import { trendingList } from './trending-list.ts';

const NEWEST = 14;
/** Number of pieces in the third rank. */
const THIRDS = 2;
/** With fewer pieces than this, the lead shows the opening of its text. */
const FEW = 6;
const OPENING_LENGTH = 600;
const PER_CATEGORY = 3;
const TRENDING = 5;

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
  const { items, older } = await newestPage(context, null, NEWEST);
  const [lead, second, ...others] = items;
  if (!lead) return null;
  const [writer, introduction] = await Promise.all([
    onlyWriter(context, lead),
    items.length < FEW ? introductionOf(context, lead) : null,
  ]);
  const isSmall = items.length < FEW;
  const thirds = others.slice(0, THIRDS);
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
  const trending = await trendingList(context, TRENDING + shown.length);
  return without(trending, shown).slice(0, TRENDING);
}

async function categoryLists(
  { store, config, identity }: Context,
  shown: readonly ListEntry[],
): Promise<CategoryList[]> {
  const urls = urlsOf(config.baseUrl);
  const lists = await Promise.all(
    identity.current.categories.map(async (category) => {
      const known = shown.filter((item) => item.category === category).length;
      const rows = await store.lists.page({ category }, null, PER_CATEGORY + known);
      const items = without(
        rows.map((row) => listEntry(row, urls)),
        shown,
      );
      return { category, items: items.slice(0, PER_CATEGORY) };
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
    opening: opening(htmlIn(row), OPENING_LENGTH),
    author: author ? authorRecord(author, urlsOf(config.baseUrl)) : null,
  };
}
