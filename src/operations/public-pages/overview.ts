// An overview of the site: its newest pieces and its authors.

import type { AuthorHit } from '../../schemas/authors.ts';
import type { Product } from '../../schemas/shop/products.ts';
import type { ProductPlace } from '../../store/products.ts';
import { authorHit } from '../authors/author-records.ts';
import type { Context } from '../operation.ts';
import { productRecords } from '../shop/product-records.ts';
import { urlsOf } from '../urls.ts';
import { type ListEntry, newestPage } from './piece-lists.ts';

const PIECES = 50;
const AUTHORS = 50;
const READ_AT_ONCE = 500;

export interface Overview {
  pieces: ListEntry[];
  authors: AuthorHit[];
}

/** Limited in size, because the sitemap lists everything. */
export async function overview(context: Context): Promise<Overview> {
  const { store, config } = context;
  const urls = urlsOf(config.baseUrl);
  const { items } = await newestPage(context, null, PIECES);
  const authors = await store.authors.published(AUTHORS);
  return { pieces: items, authors: authors.map((row) => authorHit(row, urls)) };
}

export async function* allProducts({ store, config }: Context): AsyncGenerator<Product[]> {
  let after: ProductPlace | null | undefined = null;
  while (after !== undefined) {
    const rows = await store.products.publicPage(after, READ_AT_ONCE);
    yield await productRecords(store, rows, config.baseUrl);
    after = rows.at(-1);
  }
}
