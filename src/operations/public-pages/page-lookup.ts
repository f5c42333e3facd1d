// Looks up the page of an author or a piece by a current or former slug.

import { Problem } from '../../errors.ts';
import { htmlIn, textIn } from '../../rendering/stored-content.ts';
import { readingMinutes } from '../../rendering/text/reading-time.ts';
import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import type { Author } from '../../schemas/authors.ts';
import type { Provenance } from '../../schemas/provenance/provenance.ts';
import type { SeriesPlace } from '../../schemas/series/series.ts';
import type { Product } from '../../schemas/shop/products.ts';
import { isPieceSlug, isSlug } from '../../schemas/text.ts';
import type { AdjacentPiece, PieceOnPage } from '../../store/publications/piece-lists.ts';
import type { ListedPiece } from '../../store/search/list-columns.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { authorRecord, bylineOf } from '../authors/author-records.ts';
import { socialImageUrl } from '../images/social-images.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { type PieceFacts, pieceFacts } from '../pieces/piece-records.ts';
import { relatedTo } from '../pieces/related.ts';
import { type FoundPlace, placeOf, seriesUrls } from '../series/series-records.ts';
import { productRecords } from '../shop/product-records.ts';
import { authorProducts } from '../shop/products.ts';
import { urlsOf } from '../urls.ts';
import {
  type ListEntry,
  listEntry,
  PAGE_SIZE,
  type PageBound,
  type PieceListPage,
  pieceListPage,
} from './piece-lists.ts';

export interface AuthorPage extends PieceListPage {
  author: Author;
  aiUses: AiUses;
  policy: string | null;
  products: Product[];
  /** Series with a published part, newest first. Empty except on the first page. */
  series: { title: string; url: string; parts: number }[];
}

interface AdjacentLink {
  url: string;
  title: string;
  locale: string;
}

export interface PieceSeries extends Omit<SeriesPlace, 'previous' | 'next'> {
  previous: AdjacentLink | null;
  next: AdjacentLink | null;
}

export interface PiecePage {
  piece: PieceFacts;
  slug: string;
  standfirst: string | null;
  /** HTML for the piece's own page, so relative URLs stay relative. */
  body: string;
  /** A value that changes with the body; empty if the publication was changed by hand. */
  etag: string;
  locale: string;
  image: string;
  minutes: number;
  author: Author;
  aiUses: AiUses;
  told: { provenance: Provenance; policy: string | null } | null;
  previous: AdjacentLink | null;
  next: AdjacentLink | null;
  series: PieceSeries | null;
  related: ListEntry[];
  products: Product[];
}

/** Accepts a current or former slug. The author's record has the current one. */
export async function authorPage(
  context: Context,
  slug: string,
  bound: PageBound,
): Promise<AuthorPage> {
  const { config } = context;
  const row = await authorRow(context, slug);
  const list = await pieceListPage(context, { authorId: row.id }, bound, PAGE_SIZE);
  const { results: products } = await authorProducts.run(context, { slug: row.slug });
  return {
    author: authorRecord(row, urlsOf(config.baseUrl)),
    aiUses: withWriters(config.aiUses, row.ai_uses),
    policy: row.writing_policy,
    products,
    series: bound === null ? await seriesOf(context, row.id) : [],
    ...list,
  };
}

async function seriesOf({ store, config }: Context, authorId: string) {
  const urls = urlsOf(config.baseUrl);
  return (await store.publicSeries.ofAuthor(authorId)).map((each) => ({
    title: each.row.title,
    url: seriesUrls(each, urls).page,
    parts: each.parts.length,
  }));
}

export async function authorRow({ store }: Context, slug: string) {
  const row = isSlug(slug) ? await store.authors.onPage(slug) : undefined;
  if (!row) throw new Problem('author_not_found');
  return row;
}

export async function pieceRow({ store }: Context, authorId: string, slug: string) {
  const row = isPieceSlug(slug) ? await store.lists.bySlug(authorId, slug) : undefined;
  if (!row) throw new Problem('not_found');
  return row;
}

export async function piecePage(
  context: Context,
  authorSlug: string,
  pieceSlug: string,
): Promise<PiecePage> {
  const { store } = context;
  const author = await authorRow(context, authorSlug);
  const row = isPieceSlug(pieceSlug) ? await store.lists.onPage(author.id, pieceSlug) : undefined;
  if (!row) throw new Problem('not_found');
  const products = row.products > 0 ? await productsOf(context, row.piece_id) : [];
  const place = await placeOf(store, row);
  return pageOf(context, { author, row, place, related: await relatedTo(store, row), products });
}

interface Found {
  author: Readonly<AuthorRow>;
  row: PieceOnPage;
  place: FoundPlace | null;
  related: ListedPiece[];
  products: Product[];
}

function pageOf(context: Context, given: Found): PiecePage {
  const { author, row: found, place, related, products } = given;
  const row = { ...found, ...bylineOf(author) };
  const urls = urlsOf(context.config.baseUrl);
  const linkTo = (beside: AdjacentPiece | null | undefined): AdjacentLink | null =>
    beside
      ? {
          url: urls.piecePage(author.slug, beside.slug),
          title: beside.headline,
          locale: beside.locale,
        }
      : null;
  const piece = pieceFacts(row, urls, place);
  return {
    piece,
    slug: row.slug,
    standfirst: row.sub?.trim() ? row.sub : null,
    body: htmlIn(row),
    etag: row.etag,
    locale: row.locale,
    image: socialImageUrl(context, row),
    minutes: minutesOf(row),
    author: authorRecord(author, urls),
    aiUses: withWriters(context.config.aiUses, author.ai_uses),
    told: toldOf(piece, author),
    previous: linkTo(row.previous),
    next: linkTo(row.next),
    series:
      piece.series && place
        ? {
            ...piece.series,
            previous: linkTo(place.series.parts[place.at - 1]),
            next: linkTo(place.series.parts[place.at + 1]),
          }
        : null,
    related: related.map((each) => listEntry(each, urls)),
    products,
  };
}

/** Leaves out a declaration of human writing, unless the author's profile allows it. */
function toldOf({ provenance }: PieceFacts, author: Readonly<AuthorRow>): PiecePage['told'] {
  if (!provenance) return null;
  const isShown = provenance.declaration !== 'human' || author.shows_human === 1;
  return isShown ? { provenance, policy: author.writing_policy } : null;
}

const minutesOf = ({ minutes, text_json }: Pick<PieceOnPage, 'minutes' | 'text_json'>) =>
  text_json === null ? minutes : readingMinutes(textIn({ text_json }));

const productsOf = async ({ store, config }: Context, pieceId: string) =>
  productRecords(store, await store.products.publicOfPiece(pieceId), config.baseUrl);

export async function pieceUrl({ store, config }: Context, id: string): Promise<string> {
  const row = await store.publications.byPieceId(pieceIdFrom(id));
  if (!row) throw new Problem('piece_not_found');
  return urlsOf(config.baseUrl).piecePage(row.author_slug, row.slug);
}
