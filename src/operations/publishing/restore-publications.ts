// Restores the publications of approved pieces: rendered in batches, each written in a short transaction.

import type { Publication } from '../../store/publications/publications.ts';
import type { Store } from '../../store/store.ts';
import { type Context, timestamp } from '../operation.ts';
import { queueDelivery } from '../webhooks/queue-deliveries.ts';
import { insertPublication, publicationOf } from './build-publication.ts';

/** A small batch, so that other writers wait only briefly. */
const AT_ONCE = 10;

/** Stores a publication, in the transaction that has checked that the piece may be public. */
export type Put = (store: Store, publication: Publication) => Promise<void>;

/**
 * Calls `put` for an author's approved pieces, oldest first; returns their number. Skips pieces that were changed or
 * suspended in the meantime, or can't be rendered any more. Can be repeated after a crash.
 */
export async function restorePublications(
  { store }: Context,
  authorId: string,
  put: Put,
  mayContinue: (store: Store) => Promise<boolean> = async () => true,
): Promise<number> {
  let [after, count] = [0, 0];
  for (;;) {
    const some = await store.pieces.approvedOf(authorId, after, AT_ONCE);
    const last = some.at(-1)?.piece.position;
    if (last === undefined || last === null) return count;
    after = last;
    const rendered = await Promise.all(some.map(rendering));
    const publications = rendered.filter((each) => each !== null);
    const shown = await store.transaction(async (tx) => {
      await tx.publications.lockPositions();
      if (!(await mayContinue(tx))) return null;
      let placed = 0;
      for (const each of publications) {
        const position = await publicPosition(tx, each);
        if (position === null) continue;
        await put(tx, { ...each, position });
        placed += 1;
      }
      await tx.authors.refreshStats([authorId]);
      return placed;
    });
    if (shown === null) return count;
    count += shown;
  }
}

/** Stores a publication that a suspension had removed, and queues its webhook delivery. */
export const showHidden =
  (context: Context, suspendedAt: string): Put =>
  async (store, publication) => {
    const { piece_id: pieceId, author_id: accountId, published_at } = publication;
    if (await store.publications.byPieceId(pieceId)) return;
    await insertPublication(store, publication);
    // A piece that was approved during the suspension becomes public for the first time.
    const isFirst = published_at >= suspendedAt;
    const at = timestamp(context.now());
    await queueDelivery(context, store, { pieceId, accountId, isFirst }, at);
  };

type Approved = Awaited<ReturnType<Store['pieces']['approvedOf']>>[number];

async function rendering({ piece, live }: Approved): Promise<Publication | null> {
  const { slug, position, published_at, modified_at } = piece;
  const isPlaced = slug !== null && position !== null;
  if (!isPlaced || published_at === null || modified_at === null) return null;
  return publicationOf({ ...piece, slug, position, published_at, modified_at }, live);
}

/** The piece's position, or null if it may not be public. The locks keep out suspensions, publications and imports. */
async function publicPosition(store: Store, publication: Publication): Promise<number | null> {
  const { piece_id, author_id, version } = publication;
  const piece = await store.pieces.lock(piece_id);
  const [author] = await store.authors.byIds([author_id]);
  const isSame = piece?.status === 'approved' && piece.live_version === version;
  return isSame && author?.suspended_at === null ? piece.position : null;
}
