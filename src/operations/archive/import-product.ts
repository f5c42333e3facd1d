// Imports a product's archive line.

import { randomUUID } from 'node:crypto';
import type { ProductLine } from '../../schemas/archive.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { flag } from '../../store/tables/flag.ts';
import { timestamp } from '../operation.ts';
import { productText } from '../shop/product-records.ts';
import { refusal } from './refusals.ts';

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
