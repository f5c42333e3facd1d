// What writers sell.

import type { Insertable } from 'kysely';
import { inBatches } from './batches.ts';
import type { Database } from './dialect.ts';
import type { ProductPieceRow, ProductRow } from './tables.ts';

export class ProductStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  byId(id: string) {
    return this.#db.read.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async insert(product: Insertable<ProductRow>, related: ProductPieceRow[]): Promise<void> {
    const { write } = this.#db;
    await write.insertInto('products').values(product).execute();
    await inBatches(related, (some) => write.insertInto('product_pieces').values(some).execute());
  }

  page(after: { created_at: string; id: string } | null, limit: number, sellerId: string | null) {
    return this.#db.slow
      .selectFrom('products')
      .selectAll()
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '>', tuple(after?.created_at ?? '', after?.id ?? '')),
        ),
      )
      .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId ?? ''))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  relatedOf(ids: string[]): Promise<ProductPieceRow[]> {
    return this.#db.slow
      .selectFrom('product_pieces')
      .selectAll()
      .where('product_id', 'in', ids)
      .orderBy('sort_order')
      .execute();
  }
}
