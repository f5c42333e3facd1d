// Private previews: one URL per piece, which works for everyone who has it until the writer revokes it.

import { Problem } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { hashOf, newToken, signed, signingKey } from '../secrets.ts';
import { urlsOf } from '../urls.ts';

export interface Preview {
  url: string;
  made_at: string;
}

/** Returns the current URL, so that the writer can copy it again. */
export async function previewUrl(
  { store, config }: Context,
  pieceId: string,
): Promise<Preview | null> {
  const row = await store.previews.ofPiece(pieceId);
  if (!row) return null;
  const token = await tokenFrom(store, row.seed);
  return { url: urlsOf(config.baseUrl).preview(token), made_at: row.created_at };
}

/** Replaces the preview's URL. The previous URL returns 404 from now on. */
export async function makePreview(context: Context, actor: WriterActor, id: string): Promise<void> {
  const seed = newToken();
  const hash = hashOf(await tokenFrom(context.store, seed));
  const created_at = timestamp(context.now());
  await withOwnPiece(context, actor, id, (store, piece_id) =>
    store.previews.put({ piece_id, hash, seed, created_at }),
  );
}

export const revokePreview = (context: Context, actor: WriterActor, id: string) =>
  withOwnPiece(context, actor, id, (store, pieceId) => store.previews.remove(pieceId));

async function withOwnPiece(
  { store }: Context,
  actor: WriterActor,
  id: string,
  work: (store: Store, pieceId: string) => Promise<void>,
): Promise<void> {
  await store.transaction(async (tx) => {
    const piece = await tx.pieces.lock(pieceIdFrom(id));
    if (piece?.author_id !== actor.accountId) throw new Problem('piece_not_found');
    await work(tx, piece.id);
  });
}

/** Finds the piece of a preview token. Looking up a hash leaks no timing information. */
export async function openPreview({ store }: Context, token: string) {
  const found = await store.previews.byHash(hashOf(token));
  if (!found) throw new Problem('not_found');
  return found;
}

const tokenFrom = async (store: Store, seed: string) =>
  signed(await signingKey(store), 'preview', seed);
