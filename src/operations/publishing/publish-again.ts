// Publishes again what a suspension had hidden: rendered in parts, each written in a short transaction.

import type { Publication } from '../../store/publications/publications.ts';
import type { Store } from '../../store/store.ts';
import type { Context } from '../operation.ts';
import { timestamp } from '../operation.ts';
import { queueDelivery } from '../webhooks/deliveries.ts';
import { foldedWords, publicationOf } from './publications.ts';

/** Few, so that whoever writes meanwhile waits for few. */
const AT_ONCE = 10;

/**
 * Every approved piece of an author as it last was, oldest first. Whatever is public already, or was
 * changed or suspended again meanwhile, is left as it is; so it can be run again after a crash.
 */
export async function publishAgain(
  context: Context,
  authorId: string,
  suspendedAt: string,
): Promise<void> {
  let after = 0;
  for (;;) {
    const some = await context.store.pieces.approvedOf(authorId, after, AT_ONCE);
    const last = some.at(-1)?.piece.position;
    if (last === undefined || last === null) return;
    after = last;
    const rendered = await Promise.all(some.map(rendering));
    const publications = rendered.filter((each) => each !== null);
    await context.store.transaction((store) => put(context, store, publications, suspendedAt));
  }
}

type Approved = Awaited<ReturnType<Store['pieces']['approvedOf']>>[number];

async function rendering({ piece, live }: Approved): Promise<Publication | null> {
  const { slug, position, published_at, modified_at } = piece;
  const isPlaced = slug !== null && position !== null;
  if (!isPlaced || published_at === null || modified_at === null) return null;
  return publicationOf({ ...piece, slug, position, published_at, modified_at }, live);
}

async function put(
  context: Context,
  store: Store,
  publications: readonly Publication[],
  suspendedAt: string,
): Promise<void> {
  const at = timestamp(context.now());
  for (const publication of publications) {
    const { piece_id: pieceId, author_id: accountId, published_at } = publication;
    if (!(await isStillHidden(store, publication))) continue;
    await store.publications.insert([publication]);
    await store.publications.insertTexts([foldedWords(publication)]);
    // A piece that was approved during the suspension becomes public for the first time.
    const isFirst = published_at >= suspendedAt;
    await queueDelivery(context, store, { pieceId, accountId, isFirst }, at);
  }
  await store.authors.refreshStats([...new Set(publications.map(({ author_id }) => author_id))]);
}

/** Under a lock of piece and author: no suspension and no publication can come in between. */
async function isStillHidden(store: Store, publication: Publication): Promise<boolean> {
  const { piece_id, author_id, version } = publication;
  const piece = await store.pieces.lock(piece_id);
  const [author] = await store.authors.byIds([author_id]);
  const isSame = piece?.status === 'approved' && piece.live_version === version;
  if (!isSame || author?.suspended_at !== null) return false;
  return (await store.publications.byPieceId(piece_id)) === undefined;
}
