// The sitemap: every public URL, in files of limited size, streamed from the database.

import { READ_AT_ONCE, SITEMAP_ADDRESSES } from '../../schemas/limits.ts';
import { CATEGORIES } from '../../schemas/vocabulary.ts';
import type { ProductPlace } from '../../store/products.ts';
import type { Context } from '../operation.ts';
import { urlsOf } from '../urls.ts';

export interface MapEntry {
  address: string;
  changed: string | null;
}

export type MapPart = { of: 'pages' | 'pieces'; number: number };

/**
 * A file of pieces holds one range of positions, so that a new piece changes only the last file. Everything else is
 * in files of pages.
 */
export class SiteMap {
  readonly #context: Context;
  readonly #size: number;

  constructor(context: Context, size: number = SITEMAP_ADDRESSES) {
    this.#context = context;
    this.#size = size;
  }

  /** Null if everything fits into one file. */
  async parts(): Promise<MapPart[] | null> {
    const last = await this.#context.store.publications.lastPosition();
    let pages = 0;
    for await (const entries of this.#pages()) pages += entries.length;
    if (last + pages <= this.#size) return null;
    const numbered = (of: MapPart['of'], count: number) =>
      Array.from({ length: Math.ceil(count / this.#size) }, (_, at) => ({ of, number: at + 1 }));
    return [...numbered('pages', pages), ...numbered('pieces', last)];
  }

  async *whole(): AsyncGenerator<MapEntry[]> {
    yield* this.#pages();
    yield* this.#pieces(0, Number.MAX_SAFE_INTEGER);
  }

  part({ of, number }: MapPart): AsyncGenerator<MapEntry[]> {
    const begin = (number - 1) * this.#size;
    const end = begin + this.#size;
    return of === 'pieces' ? this.#pieces(begin, end) : between(this.#pages(), begin, end);
  }

  async *#pages(): AsyncGenerator<MapEntry[]> {
    yield await this.#lists();
    yield await this.#sitePages();
    yield* this.#authors();
    yield* this.#series();
    yield* this.#products();
  }

  async #lists(): Promise<MapEntry[]> {
    const { store, config } = this.#context;
    const { category } = urlsOf(config.baseUrl);
    const newest = async (list: { category?: string }) =>
      (await store.lists.page(list, null, 1))[0]?.published_at ?? null;
    const categories = CATEGORIES.map(async (each) => ({
      address: category(each).page,
      changed: await newest({ category: each }),
    }));
    return [
      { address: `${config.baseUrl}/`, changed: await newest({}) },
      ...(await Promise.all(categories)),
      { address: `${config.baseUrl}/shop`, changed: null },
      { address: `${config.baseUrl}/developers`, changed: null },
    ];
  }

  async #sitePages(): Promise<MapEntry[]> {
    const { store, config } = this.#context;
    return (await store.sitePages.publicPages()).map(({ slug, modified_at }) => ({
      address: `${config.baseUrl}/${slug}`,
      changed: modified_at,
    }));
  }

  async *#authors(): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { author } = urlsOf(config.baseUrl);
    let after: string | undefined = '';
    while (after !== undefined) {
      const rows = await store.authors.publicPage(after, READ_AT_ONCE);
      yield rows.map(({ slug, last_published_at }) => ({
        address: author(slug).profile,
        changed: last_published_at,
      }));
      after = rows.at(-1)?.slug;
    }
  }

  async *#series(): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { series } = urlsOf(config.baseUrl);
    let after: string | undefined = '';
    while (after !== undefined) {
      const rows = await store.publicSeries.mapped(after, READ_AT_ONCE);
      // The time of change is left out: the change may be about a part that is not public.
      yield rows.map(({ author_slug, slug }) => ({
        address: series(author_slug, slug).page,
        changed: null,
      }));
      after = rows.at(-1)?.id;
    }
  }

  async *#products(): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { product } = urlsOf(config.baseUrl);
    let after: ProductPlace | null | undefined = null;
    while (after !== undefined) {
      const rows = await store.products.mapped(after, READ_AT_ONCE);
      yield rows.map(({ id, updated_at }) => ({ address: product(id), changed: updated_at }));
      after = rows.at(-1);
    }
  }

  async *#pieces(after: number, upTo: number): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { piecePage } = urlsOf(config.baseUrl);
    let from: number | undefined = after;
    while (from !== undefined) {
      const rows = await store.lists.sitemapPage(from, upTo, READ_AT_ONCE);
      yield rows.map(({ author_slug, slug, modified_at }) => ({
        address: piecePage(author_slug, slug),
        changed: modified_at,
      }));
      from = rows.at(-1)?.position;
    }
  }
}

async function* between(
  batches: AsyncIterable<MapEntry[]>,
  begin: number,
  end: number,
): AsyncGenerator<MapEntry[]> {
  let at = 0;
  for await (const entries of batches) {
    yield entries.slice(Math.max(0, begin - at), Math.max(0, end - at));
    at += entries.length;
    if (at >= end) return;
  }
}
