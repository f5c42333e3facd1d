// A page of the shop, newest products first. Search is in products.ts.

import { Problem } from '../../errors.ts';
import type { Product } from '../../schemas/shop/products.ts';
import type { ProductCategory } from '../../schemas/vocabulary.ts';
import { isUuid } from '../../validation.ts';
import type { Context } from '../operation.ts';
import { productRecords } from './product-records.ts';

const PAGE_SIZE = 50;

export interface ShopPage {
  products: Product[];
  next: string | null;
}

export async function shopPage(
  { store, config }: Context,
  category: ProductCategory | null,
  after: string | null,
): Promise<ShopPage> {
  const place = after === null ? null : await store.products.publicById(uuidFrom(after));
  if (place === undefined) throw new Problem('not_found');
  const found = await store.products.publicPage(place, PAGE_SIZE + 1, category);
  const rows = found.slice(0, PAGE_SIZE);
  if (place && rows.length === 0) throw new Problem('not_found');
  return {
    products: await productRecords(store, rows, config.baseUrl),
    next: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null,
  };
}

function uuidFrom(given: string): string {
  if (!isUuid(given)) throw new Problem('not_found');
  return given.toLowerCase();
}
