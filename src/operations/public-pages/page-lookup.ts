// Looks up the page of an author or a piece by slug, current or former.

import { Problem } from '../../errors.ts';
import { readingMinutes } from '../../rendering/text/reading-time.ts';
import type { Author } from '../../schemas/authors.ts';
import { PIECE_LISTS } from '../../schemas/limits.ts';
import type { Product } from '../../schemas/products.ts';
import { isPieceSlug, isSlug } from '../../schemas/text.ts';
import { authorRecord } from '../authors/author-records.ts';
import { socialImageUrl } from '../images/social-images.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../pieces/piece-ids.ts';
import { type PieceFacts, pieceFacts } from '../pieces/piece-records.ts';
import { relatedTo } from '../pieces/related.ts';
import { productRecords } from '../shop/product-records.ts';
import { authorProducts } from '../shop/products.ts';
import { urlsOf } from '../urls.ts';
import {
  type ListEntry,
  listEntry,
  type PageBound,
  type PieceListPage,
  pieceListPage,
} from './piece-lists.ts';

export interface AuthorPage extends PieceListPage {
  author: Author;
  products: Product[];
}

export interface PiecePage {
  piece: PieceFacts;
  /** Its current slug. */
  slug: string;
  /** The line under the headline, if there is one. */
  standfirst: string | null;
  /** For its own page: relative URLs stay relative. */
  body: string;
  locale: string;
  /** The URL of the social image. */
  image: string;
  minutes: number;
  author: Author;
  previous: ListEntry | null;
  next: ListEntry | null;
  related: ListEntry[];
  /** The author's related products. */
  products: Product[];
}

/** By a current or former slug; the author's record has the current one. */
export async function authorPage(
  context: Context,
  slug: string,
  bound: PageBound,
): Promise<AuthorPage> {
  const { config } = context;
  const row = await authorRow(context, slug);
  const list = await pieceListPage(context, { authorId: row.id }, bound, PIECE_LISTS.page);
  const { results: products } = await authorProducts.run(context, { slug: row.slug });
  return {
    author: authorRecord(row, urlsOf(config.baseUrl)),
    products,
    ...list,
  };
}

/** The author who has or had this slug. */
export async function authorRow({ store }: Context, slug: string) {
  const row = isSlug(slug) ? await store.authors.publicBySlug(slug) : undefined;
  if (!row) throw new Problem('author_not_found');
  return row;
}

/** The author's published piece that has or had this slug. */
export async function pieceRow({ store }: Context, authorId: string, slug: string) {
  const row = isPieceSlug(slug) ? await store.lists.bySlug(authorId, slug) : undefined;
  if (!row) throw new Problem('not_found');
  return row;
}

/** The same for a piece of an author. */
export async function piecePage(
  context: Context,
  authorSlug: string,
  pieceSlug: string,
): Promise<PiecePage> {
  const { store, config } = context;
  const author = await authorRow(context, authorSlug);
  const row = await pieceRow(context, author.id, pieceSlug);
  const urls = urlsOf(config.baseUrl);
  const { position } = row;
  const [[previous], [next], related, products] = await Promise.all([
    store.lists.page({ authorId: author.id }, { before: position }, 1),
    store.lists.page({ authorId: author.id }, { after: position }, 1),
    relatedTo(store, row),
    store.products.publicOfPiece(row.piece_id),
  ]);
  return {
    piece: pieceFacts(row, urls),
    slug: row.slug,
    standfirst: row.sub?.trim() ? row.sub : null,
    body: row.html,
    locale: row.locale,
    image: socialImageUrl(context, row),
    minutes: readingMinutes(row.text),
    author: authorRecord(author, urls),
    previous: previous ? listEntry(previous, urls) : null,
    next: next ? listEntry(next, urls) : null,
    related: related.map((each) => listEntry(each, urls)),
    products: await productRecords(store, products, config.baseUrl),
  };
}

/** The current URL of a piece, by its permanent id. */
export async function pieceUrl({ store, config }: Context, id: string): Promise<string> {
  const row = await store.publications.byPieceId(pieceIdFrom(id));
  if (!row) throw new Problem('piece_not_found');
  return urlsOf(config.baseUrl).piecePage(row.author_slug, row.slug);
}
