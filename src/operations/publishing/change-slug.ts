// Changes the slug of a piece. Its page moves immediately, and the old URL redirects.

import { Problem } from '../../errors.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { type Actor, byline } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { EDITABLE } from '../states/state-table.ts';
import { announce, feedsWith } from '../websub/websub.ts';
import { slugFor, takeSlug } from './piece-slug.ts';

/** Checks a slug as `changeSlug` does, without changing anything. */
export const checkSlug = ({ store }: Context, piece: PieceRow, given: string): Promise<string> =>
  slugFor(store, piece, given);

/** Throws for actors other than the piece's writer at the desk, because readers see the change. */
export async function changeSlug(
  context: Context,
  actor: Actor,
  pieceId: string,
  given: string,
): Promise<void> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  await context.store.transaction(async (store) => {
    const piece = await store.pieces.lock(pieceIdFrom(pieceId));
    if (!piece || piece.author_id !== actor.accountId) throw new Problem('piece_not_found');
    if (!EDITABLE.includes(piece.status)) throw new Problem('move_refused');
    const slug = await slugFor(store, piece, given);
    if (slug === piece.slug) return;
    const at = timestamp(context.now());
    await takeSlug(store, piece, slug, at);
    await store.publications.setSlug(piece.id, slug);
    await store.pieces.addMove({
      ...{ piece_id: piece.id, at, act: 'change_slug' },
      ...{ from_status: piece.status, to_status: piece.status },
      ...byline(actor),
      version: piece.working_version,
      note: piece.slug === null ? slug : `${piece.slug} → ${slug}`,
    });
    await announce(store, await feedsWith(context, store, piece.id), at);
  });
}
