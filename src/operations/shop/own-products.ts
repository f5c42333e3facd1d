// A writer's products at the desk, in the writer's order.

import { randomUUID } from 'node:crypto';
import { invalidField, Problem } from '../../errors.ts';
import { PRODUCT_LIMITS } from '../../schemas/shop/product-limits.ts';
import type { SoldProduct } from '../../store/products.ts';
import type { Store } from '../../store/store.ts';
import { flag } from '../../store/tables/flag.ts';
import type { WriterActor } from '../actor.ts';
import { saveImage } from '../images/images.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf } from '../secrets.ts';
import { checkProduct } from './product-form.ts';
import { productText } from './product-records.ts';

const MOST_OFFERED = 500;

export interface OwnProduct {
  row: SoldProduct;
  pieceIds: string[];
  /** A hash of the product, which reveals edits since a form was shown. */
  mark: string;
}

export const ownProducts = ({ store }: Context, actor: WriterActor) =>
  store.products.ofSeller(actor.accountId);

export async function ownProduct(
  { store }: Context,
  actor: WriterActor,
  id: string,
): Promise<OwnProduct> {
  return oneOf(store, await store.products.ofSeller(actor.accountId), id);
}

async function oneOf(store: Store, rows: SoldProduct[], id: string): Promise<OwnProduct> {
  const row = rows.find((each) => each.id === id.toLowerCase());
  if (!row) throw new Problem('product_not_found');
  const pieceIds = (await store.products.relatedOf([row.id])).map(({ piece_id }) => piece_id);
  return { row, pieceIds, mark: markOf(row, pieceIds) };
}

function markOf(row: SoldProduct, pieceIds: string[]): string {
  const { name, description, price_amount, price_currency, category, payment_url } = row;
  const shown = [name, description, price_amount, price_currency, category, payment_url, pieceIds];
  return hashOf(JSON.stringify(shown));
}

export const relatablePieces = ({ store }: Context, actor: WriterActor) =>
  store.pieces.ofAuthor(actor.accountId, 'approved', MOST_OFFERED);

/** Runs a transaction with the writer's products locked. */
function changing<Result>(
  { store }: Context,
  actor: WriterActor,
  work: (tx: Store, rows: SoldProduct[]) => Promise<Result>,
): Promise<Result> {
  return store.transaction(async (tx) => work(tx, await tx.products.holdShop(actor.accountId)));
}

export async function createProduct(
  context: Context,
  actor: WriterActor,
  given: unknown,
  image: Buffer | null = null,
): Promise<string> {
  const { related, ...content } = checkProduct(given);
  const image_url = image && (await saveImage(context, actor, image)).url;
  return changing(context, actor, async (tx, rows) => {
    if (rows.length >= PRODUCT_LIMITS.perShop) throw new Problem('shop_full');
    await requireOwnPieces(tx, actor, related, []);
    const id = randomUUID();
    const at = timestamp(context.now());
    const sort_order = Math.max(-1, ...rows.map((row) => row.sort_order)) + 1;
    await tx.products.insert(
      {
        ...content,
        id,
        seller_id: actor.accountId,
        image_url,
        listed: 0,
        sort_order,
        created_at: at,
        updated_at: at,
        search_text: productText(content),
      },
      related.map((piece_id, order) => ({ product_id: id, piece_id, sort_order: order })),
    );
    return id;
  });
}

/** Throws if the product has changed since the form was shown. */
export function saveProduct(
  context: Context,
  actor: WriterActor,
  { id, mark, given }: { id: string; mark: string; given: unknown },
): Promise<void> {
  const { related, ...content } = checkProduct(given);
  return changing(context, actor, async (tx, rows) => {
    const found = await oneOf(tx, rows, id);
    if (found.mark !== mark) throw new Problem('product_changed');
    await requireOwnPieces(tx, actor, related, found.pieceIds);
    await tx.products.update(found.row.id, {
      ...content,
      updated_at: timestamp(context.now()),
      search_text: productText(content),
    });
    await tx.products.setPieces(found.row.id, related);
  });
}

/** Throws unless newly related pieces are the writer's own and published. Earlier ones may stay. */
async function requireOwnPieces(
  store: Store,
  actor: WriterActor,
  ids: string[],
  before: string[],
): Promise<void> {
  for (const [at, id] of ids.entries()) {
    if (before.includes(id)) continue;
    const piece = await store.pieces.byId(id);
    if (piece?.author_id === actor.accountId && piece.status === 'approved') continue;
    const reason = 'This is not one of your published pieces. Choose another.';
    throw invalidField(`related[${at}]`, reason);
  }
}

export function listProduct(context: Context, actor: WriterActor, id: string, listed: boolean) {
  return changing(context, actor, async (tx, rows) => {
    const { row } = await oneOf(tx, rows, id);
    await tx.products.update(row.id, {
      listed: flag(listed),
      updated_at: timestamp(context.now()),
    });
  });
}

/** Moves the product one place. Does nothing at the ends of the list. */
export function moveProduct(context: Context, actor: WriterActor, id: string, by: -1 | 1) {
  return changing(context, actor, async (tx, rows) => {
    const { row } = await oneOf(tx, rows, id);
    const from = rows.findIndex((each) => each.id === row.id);
    const order = rows.toSpliced(from, 1);
    order.splice(Math.max(0, from + by), 0, row);
    for (const [sort_order, each] of order.entries()) {
      if (each.sort_order !== sort_order) await tx.products.update(each.id, { sort_order });
    }
  });
}

export function deleteProduct(context: Context, actor: WriterActor, id: string): Promise<void> {
  return changing(context, actor, async (tx, rows) => {
    await tx.products.remove((await oneOf(tx, rows, id)).row.id);
  });
}

export async function setProductImage(
  context: Context,
  actor: WriterActor,
  id: string,
  bytes: Buffer | null,
): Promise<void> {
  const { row } = await ownProduct(context, actor, id);
  const image_url = bytes ? (await saveImage(context, actor, bytes)).url : null;
  await context.store.products.update(row.id, { image_url, updated_at: timestamp(context.now()) });
}
