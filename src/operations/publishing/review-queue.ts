// The review queue: pending pieces, and changes since an approval. Decisions are moves, in move-piece.ts.

import { requireAdmin, type WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

/** Excludes the admin's own pieces: admins don't approve their own. Pieces approved for their time come last. */
export async function listPending({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  const pieces = await store.review.pending();
  const others = pieces.filter(({ author_id }) => author_id !== actor.accountId);
  return [...others.filter(isUndecided), ...others.filter((each) => !isUndecided(each))];
}

/** Whether an admin has something to decide; an approved piece only waits for its time. */
export const isUndecided = ({ schedule_state }: { schedule_state: string | null }): boolean =>
  schedule_state !== 'scheduled';

export async function listChangedSinceReview({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  return store.review.changedSinceReview();
}
