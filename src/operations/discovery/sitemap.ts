// The sitemap: every public URL, in files of limited size, streamed from the database.

import { CATEGORIES } from '../../schemas/vocabulary.ts';
import type { ProductPlace } from '../../store/products.ts';
import type { Context } from '../operation.ts';
import { urlsOf } from '../urls.ts';

/** URLs in a sitemap file, by the format's rule. */
const URLS_PER_FILE = 50_000;

export const READ_AT_ONCE = 500;

export interface MapEntry {
  address: string;
  changed: string | null;
}

export type MapPart = { of: 'pages' | 'pieces'; number: number };

/** A file of pieces has a fixed range of positions, so a new piece changes only the last file. */
export class SiteMap {
  readonly #context: Context;
  readonly #size: number;

  constructor(context: Context, size: number = URLS_PER_FILE) {
    this.#context = context;
    this.#size = size;
  }

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

  #authors(): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { author } = urlsOf(config.baseUrl);
    return inBatches(
      '',
      (after) => store.authors.publicPage(after, READ_AT_ONCE),
      ({ slug }) => slug,
      ({ slug, last_published_at }) => ({
        address: author(slug).profile,
        changed: last_published_at,
      }),
    );
  }

  #series(): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { series } = urlsOf(config.baseUrl);
    return inBatches(
      '',
      (after) => store.publicSeries.mapped(after, READ_AT_ONCE),
      ({ id }) => id,
      // No modification time, because the change may concern a part that is not public.
      ({ author_slug, slug }) => ({ address: series(author_slug, slug).page, changed: null }),
    );
  }

  #products(): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { product } = urlsOf(config.baseUrl);
    return inBatches(
      null,
      (after: ProductPlace | null) => store.products.mapped(after, READ_AT_ONCE),
      (row) => row,
      ({ id, updated_at }) => ({ address: product(id), changed: updated_at }),
    );
  }

  #pieces(begin: number, upTo: number): AsyncGenerator<MapEntry[]> {
    const { store, config } = this.#context;
    const { piecePage } = urlsOf(config.baseUrl);
    return inBatches(
      begin,
      (after) => store.lists.sitemapPage(after, upTo, READ_AT_ONCE),
      ({ position }) => position,
      ({ author_slug, slug, modified_at }) => ({
        address: piecePage(author_slug, slug),
        changed: modified_at,
      }),
    );
  }
}

async function* inBatches<Place, Row>(
  first: Place,
  read: (after: Place) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
  entryOf: (row: Row) => MapEntry,
): AsyncGenerator<MapEntry[]> {
  let rows = await read(first);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield rows.map(entryOf);
    rows = await read(placeOf(last));
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
