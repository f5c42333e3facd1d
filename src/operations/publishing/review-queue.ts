// The review queue: pending pieces, and changes since an approval. Decisions are transitions, in move-piece.ts.

import { requireAdmin, type WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

/** Leaves out the admin's own pieces, which another admin must review. Scheduled pieces come last. */
export async function listPending({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  const pieces = await store.review.pending();
  const others = pieces.filter(({ author_id }) => author_id !== actor.accountId);
  return [...others.filter(isUndecided), ...others.filter((each) => !isUndecided(each))];
}

/** True if an admin has yet to decide; an approved piece only waits for its time. */
export const isUndecided = ({ schedule_state }: { schedule_state: string | null }): boolean =>
  schedule_state !== 'scheduled';

export async function listChangedSinceReview({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  return store.review.changedSinceReview();
}
