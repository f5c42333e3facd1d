// A page of the public site as a reader asks for it: an author's or a piece's, by slug.

import { Problem } from '../../errors.ts';
import { readingMinutes } from '../../rendering/text/reading-time.ts';
import type { Author } from '../../schemas/authors.ts';
import { PIECE_LISTS } from '../../schemas/limits.ts';
import type { Piece } from '../../schemas/pieces.ts';
import type { Product } from '../../schemas/products.ts';
import { isPieceSlug, isSlug } from '../../schemas/text.ts';
import { authorRecord } from '../authors/author-records.ts';
import { socialImageUrl } from '../images/social-images.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../pieces/piece-ids.ts';
import { pieceRecord } from '../pieces/piece-records.ts';
import { relatedTo } from '../pieces/related.ts';
import { authorProducts, pieceProducts } from '../shop/products.ts';
import { urlsOf } from '../urls.ts';
import {
  type ListEntry,
  listEntry,
  type PieceListPage,
  type Place,
  pieceListPage,
} from './piece-lists.ts';

export interface AuthorPage extends PieceListPage {
  author: Author;
  products: Product[];
}

export interface PiecePage {
  piece: Piece;
  /** By which it is known under its author today. */
  slug: string;
  /** The line under the headline, where the writer wrote one. */
  standfirst: string | null;
  /** As it stands on its own page: relative addresses are left as they are. */
  body: string;
  locale: string;
  /** The address of the image for social networks. */
  image: string;
  minutes: number;
  author: Author;
  previous: ListEntry | null;
  next: ListEntry | null;
  related: ListEntry[];
  /** What its author sells that goes with it. */
  products: Product[];
}

/** By its slug of today or of any day before: the author's record says which it is today. */
export async function authorPage(
  context: Context,
  slug: string,
  place: Place,
): Promise<AuthorPage> {
  const { config } = context;
  const row = await authorRow(context, slug);
  const list = await pieceListPage(context, { authorId: row.id }, place, PIECE_LISTS.page);
  const { results: products } = await authorProducts.run(context, { slug: row.slug });
  return {
    author: authorRecord(row, urlsOf(config.baseUrl)),
    products,
    ...list,
  };
}

/** Whoever has this slug, or had it. */
export async function authorRow({ store }: Context, slug: string) {
  const row = isSlug(slug) ? await store.authors.publicBySlug(slug) : undefined;
  if (!row) throw new Problem('author_not_found');
  return row;
}

/** The published piece that has this slug under its author, or had it. */
export async function pieceRow({ store }: Context, authorId: string, slug: string) {
  const id = isPieceSlug(slug) ? await store.lists.idBySlug(authorId, slug) : undefined;
  const row = id === undefined ? undefined : await store.publications.byPieceId(id);
  if (!row) throw new Problem('not_found');
  return row;
}

/** The same for a piece, under an author. */
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
    pieceProducts.run(context, { id: row.piece_id }),
  ]);
  return {
    piece: pieceRecord(row, urls),
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
    products: products.results,
  };
}

/** Where the permanent id of a piece leads today. */
export async function pieceUrl({ store, config }: Context, id: string): Promise<string> {
  const row = await store.publications.byPieceId(pieceIdFrom(id));
  if (!row) throw new Problem('piece_not_found');
  return urlsOf(config.baseUrl).piecePage(row.author_slug, row.slug);
}
