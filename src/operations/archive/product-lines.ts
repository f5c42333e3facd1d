// Products as archive lines, exported and imported.

import { randomUUID } from 'node:crypto';
import type { ProductLine } from '../../schemas/archive.ts';
import type { ProductPlace } from '../../store/products.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { flag } from '../../store/tables/flag.ts';
import { timestamp } from '../operation.ts';
import { productText } from '../shop/product-records.ts';
import { refusal } from './refusals.ts';

const PAGE = 200;

type Products = Awaited<ReturnType<Store['products']['page']>>;

export async function* productLines(store: Store, only: AuthorRow | null): AsyncGenerator<object> {
  let after: ProductPlace | null = null;
  for (;;) {
    const page: Products = await store.products.page(after, PAGE, only?.id ?? null);
    if (page.length === 0) return;
    const sellers = await store.authors.byIds([...new Set(page.map(({ seller_id }) => seller_id))]);
    const slugOf = new Map(sellers.map(({ id, slug }) => [id, slug]));
    const related = await store.products.relatedOf(page.map(({ id }) => id));
    for (const product of page) {
      yield {
        type: 'product',
        id: product.id,
        seller: slugOf.get(product.seller_id),
        name: product.name,
        description: product.description,
        price: { amount: product.price_amount, currency: product.price_currency },
        category: product.category,
        payment_url: product.payment_url,
        image_url: product.image_url,
        listed: product.listed === 1,
        related_pieces: related
          .filter(({ product_id }) => product_id === product.id)
          .map(({ piece_id }) => piece_id),
        sort_order: product.sort_order,
        created_at: product.created_at,
        updated_at: product.updated_at,
      };
    }
    after = page.at(-1) ?? null;
  }
}

export async function importProduct(
  store: Store,
  line: ProductLine,
  seller: AuthorRow,
  now: Date,
): Promise<void> {
  const id = line.id?.toLowerCase() ?? randomUUID();
  if (await store.products.byId(id)) throw refusal('id', 'Another product has this id.');
  const related = await ownPieces(store, line, seller);
  const created = timestamp(line.created_at ?? now);
  const description = line.description ?? '';
  await store.products.insert(
    {
      id,
      seller_id: seller.id,
      name: line.name,
      description,
      price_amount: line.price.amount,
      price_currency: line.price.currency,
      category: line.category,
      payment_url: line.payment_url,
      image_url: line.image_url ?? null,
      listed: flag(line.listed ?? true),
      sort_order: line.sort_order ?? 0,
      created_at: created,
      updated_at: timestamp(line.updated_at ?? created),
      search_text: productText({ name: line.name, description }),
    },
    related.map((piece_id, sort_order) => ({ product_id: id, piece_id, sort_order })),
  );
}

async function ownPieces(store: Store, line: ProductLine, seller: AuthorRow): Promise<string[]> {
  const ids = [...new Set((line.related_pieces ?? []).map((id) => id.toLowerCase()))];
  for (const id of ids) {
    // A piece in the trash is accepted, because it belongs to the product again once restored.
    const piece = (await store.pieces.byId(id)) ?? (await store.trash.byId(id));
    if (piece?.author_id !== seller.id) {
      throw refusal('related_pieces', `${id} is not one of the seller's pieces.`);
    }
  }
  return ids;
}
