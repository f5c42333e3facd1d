// The products that writers sell.

import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { inChunks } from './database/chunks.ts';
import { prepared } from './database/prepared-queries.ts';
import { Repository } from './database/repository.ts';
import type { Flag } from './tables/flag.ts';
import type { ProductPieceRow, ProductRow } from './tables/products.ts';
import type { PublicationRow } from './tables/publications.ts';
import type { Tables } from './tables.ts';
import { declaredRead } from './topics/read-record.ts';
import {
  byline,
  PIECES,
  PRODUCTS,
  pieceProducts,
  productPieces,
  productsOf,
} from './topics/topics.ts';

export type SoldProduct = Selectable<ProductRow> & {
  seller_slug: string;
  seller_name: string;
  seller_verified: Flag;
};

export type RelatedPiece = ProductPieceRow &
  Pick<PublicationRow, 'headline' | 'slug'> & { author_slug: string };

export interface ProductMatch {
  /** A case-folded search term; null matches every product. */
  term: string | null;
  category: string | null;
  limit: number;
}

export type ProductPlace = Pick<Selectable<ProductRow>, 'created_at' | 'id'>;

type OrderColumn = 'p.sort_order' | 'p.created_at' | 'p.id';

/** Separates name and description in the searched text; no search term contains it. */
export const NAME_END = '\u0001';

const olderThan = (place: ProductPlace | null) =>
  sql<boolean>`(p.created_at, p.id) < (${place?.created_at ?? ''}, ${place?.id ?? ''})`;

const soldProducts = (db: Kysely<Tables>) =>
  db
    .selectFrom('products as p')
    .innerJoin('authors as a', 'a.id', 'p.seller_id')
    .selectAll('p')
    .select([
      'a.slug as seller_slug',
      'a.name as seller_name',
      'a.identity_verified as seller_verified',
    ]);

const publicProducts = (db: Kysely<Tables>) =>
  soldProducts(db).where('p.listed', '=', 1).where('a.suspended_at', 'is', null);

const inOrder = <Query extends { orderBy(column: OrderColumn): Query }>(query: Query): Query =>
  query.orderBy('p.sort_order').orderBy('p.created_at').orderBy('p.id');

const sellers = (rows: readonly Pick<SoldProduct, 'seller_slug'>[]) =>
  rows.map(({ seller_slug }) => byline(seller_slug));

// No query names a topic for suspended sellers: suspending or reinstating one changes the topic of everything.

const publicById = prepared(
  (db, { id }: { id: string }) => publicProducts(db).where('p.id', '=', id),
  (_, rows) => [PRODUCTS, ...sellers(rows)],
);

const publicOfSeller = prepared(
  (db, { sellerId }: { sellerId: string }) =>
    inOrder(publicProducts(db).where('p.seller_id', '=', sellerId)),
  ({ sellerId }, rows) => [productsOf(sellerId), ...sellers(rows)],
);

const publicOfPiece = prepared(
  (db, { pieceId }: { pieceId: string }) =>
    inOrder(
      publicProducts(db)
        .innerJoin('product_pieces as r', 'r.product_id', 'p.id')
        .where('r.piece_id', '=', pieceId),
    ),
  ({ pieceId }, rows) => [pieceProducts(pieceId), ...sellers(rows)],
);

export class ProductStore extends Repository {
  byId(id: string) {
    return this.db.read.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async publicById(id: string): Promise<SoldProduct | undefined> {
    const [row] = await publicById(this.db, { id });
    return row;
  }

  /** Products with the term in their name come first. Otherwise the newest come first. */
  async search(match: ProductMatch): Promise<SoldProduct[]> {
    const ids = await this.#matching(match);
    if (ids.length === 0) return [];
    const rows = await publicProducts(this.db.slow).where('p.id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** A subquery for suspended sellers: with a join, SQLite would scan the sellers first and sort all their products. */
  async #matching({ term, category, limit }: ProductMatch): Promise<string[]> {
    const { dialect, slow } = this.db;
    const place = dialect.indexOf(term ?? '', 'search_text');
    const rows = await slow
      .selectFrom('products')
      .select('id')
      .where(dialect.interruptible)
      .where('listed', '=', 1)
      .where('seller_id', 'not in', (query) =>
        query.selectFrom('authors').select('id').where('suspended_at', 'is not', null),
      )
      .$if(category !== null, (query) => query.where('category', '=', category ?? ''))
      .$if(term !== null, (query) =>
        query
          .where(place, '>', 0)
          .orderBy(sql`${place} < ${dialect.indexOf(NAME_END, 'search_text')}`, 'desc'),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  publicPage(
    after: ProductPlace | null,
    limit: number,
    category: string | null = null,
  ): Promise<SoldProduct[]> {
    return publicProducts(this.db.slow)
      .$if(category !== null, (query) => query.where('p.category', '=', category ?? ''))
      .$if(after !== null, (query) => query.where(olderThan(after)))
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Selects only the sitemap's columns, because descriptions are long. */
  mapped(after: ProductPlace | null, limit: number) {
    return this.db.slow
      .selectFrom('products as p')
      .innerJoin('authors as a', 'a.id', 'p.seller_id')
      .select(['p.id', 'p.created_at', 'p.updated_at'])
      .where('p.listed', '=', 1)
      .where('a.suspended_at', 'is', null)
      .$if(after !== null, (query) => query.where(olderThan(after)))
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute();
  }

  publicOfSeller(sellerId: string): Promise<SoldProduct[]> {
    return publicOfSeller(this.db, { sellerId });
  }

  publicOfPiece(pieceId: string): Promise<SoldProduct[]> {
    return publicOfPiece(this.db, { pieceId });
  }

  ofSeller(sellerId: string): Promise<SoldProduct[]> {
    return inOrder(soldProducts(this.db.read).where('p.seller_id', '=', sellerId)).execute();
  }

  /** Locks the seller's products until the transaction ends. */
  async holdShop(sellerId: string): Promise<SoldProduct[]> {
    const { dialect, write } = this.db;
    await dialect
      .forUpdate(write.selectFrom('authors').select('id').where('id', '=', sellerId))
      .execute();
    return this.ofSeller(sellerId);
  }

  async update(id: string, changes: Updateable<ProductRow>): Promise<void> {
    await this.db.write.updateTable('products').set(changes).where('id', '=', id).execute();
  }

  async setPieces(id: string, pieceIds: string[]): Promise<void> {
    const { write } = this.db;
    await write.deleteFrom('product_pieces').where('product_id', '=', id).execute();
    const rows = pieceIds.map((piece_id, sort_order) => ({ product_id: id, piece_id, sort_order }));
    await inChunks(rows, (some) => write.insertInto('product_pieces').values(some).execute());
  }

  async remove(id: string): Promise<void> {
    await this.db.write.deleteFrom('products').where('id', '=', id).execute();
  }

  async publishedPiecesOf(ids: string[]): Promise<RelatedPiece[]> {
    if (ids.length === 0) return [];
    const query = this.db.read
      .selectFrom('product_pieces as r')
      .innerJoin('publications as p', 'p.piece_id', 'r.piece_id')
      .innerJoin('authors as a', 'a.id', 'p.author_id')
      .selectAll('r')
      .select(['p.headline', 'p.slug', 'a.slug as author_slug'])
      .where('r.product_id', 'in', ids)
      .orderBy('r.product_id')
      .orderBy('r.sort_order');
    return declaredRead(
      () => query.execute(),
      // The topics include related pieces that may be published later.
      (rows) => [
        PIECES,
        ...ids.map(productPieces),
        ...rows.map(({ author_slug }) => byline(author_slug)),
      ],
    );
  }

  async insert(product: Insertable<ProductRow>, related: ProductPieceRow[]): Promise<void> {
    const { write } = this.db;
    await write.insertInto('products').values(product).execute();
    await inChunks(related, (some) => write.insertInto('product_pieces').values(some).execute());
  }

  page(after: { created_at: string; id: string } | null, limit: number, sellerId: string | null) {
    return this.db.slow
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
    return this.db.slow
      .selectFrom('product_pieces')
      .selectAll()
      .where('product_id', 'in', ids)
      .orderBy('sort_order')
      .execute();
  }
}
