// Turns a product's row into its public record and its search text.

import { fold } from '../../rendering/text/fold.ts';
import { formatted } from '../../rendering/text/money.ts';
import { strictUri } from '../../rendering/text/strict-uri.ts';
import type { Product } from '../../schemas/shop/products.ts';
import { PRODUCT_CATEGORIES } from '../../schemas/vocabulary.ts';
import { NAME_END, type RelatedPiece, type SoldProduct } from '../../store/products.ts';
import type { Store } from '../../store/store.ts';
import { type Urls, urlsOf } from '../urls.ts';

export function productRecord(row: SoldProduct, related: RelatedPiece[], urls: Urls): Product {
  const { price_amount: amount, price_currency: currency } = row;
  return {
    id: row.id,
    url: urls.product(row.id),
    name: row.name,
    description: row.description,
    price: { amount, currency, formatted: formatted(amount, currency) },
    category: PRODUCT_CATEGORIES.find((each) => each === row.category) ?? 'other',
    payment_url: strictUri(row.payment_url),
    image_url: urls.image(row.image_url),
    seller: {
      name: row.seller_name,
      slug: row.seller_slug,
      url: urls.author(row.seller_slug).profile,
      identity_verified: row.seller_verified === 1,
    },
    related_pieces: related.map((piece) => ({
      id: urls.pieceId(piece.piece_id),
      title: piece.headline,
      url: urls.piecePage(piece.author_slug, piece.slug),
    })),
    listed: row.listed === 1,
  };
}

export async function productRecords(
  store: Store,
  rows: SoldProduct[],
  baseUrl: string,
): Promise<Product[]> {
  const related = await store.products.publishedPiecesOf(rows.map(({ id }) => id));
  const ofProduct = (id: string) => related.filter(({ product_id }) => product_id === id);
  return rows.map((row) => productRecord(row, ofProduct(row.id), urlsOf(baseUrl)));
}

export const productText = ({ name, description }: { name: string; description: string }) =>
  fold(`${name}${NAME_END}${description}`);
