// Exports products as archive lines.

import type { ProductPlace } from '../../store/products.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';

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
