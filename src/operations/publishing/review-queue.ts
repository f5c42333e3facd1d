// The review queue: pieces that wait for an admin, and what changed since one approved them. Approving and
// rejecting are state transitions, in move-piece.ts.

import { requireAdmin, type WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

/** Everyone's but the admin's own: nobody approves themselves. What is approved for its time comes last. */
export async function listPending({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  const pieces = await store.review.pending();
  const others = pieces.filter(({ author_id }) => author_id !== actor.accountId);
  return [...others.filter(isUndecided), ...others.filter((each) => !isUndecided(each))];
}

/** Whether an admin has something to decide: what is approved only waits for its time. */
export const isUndecided = ({ schedule_state }: { schedule_state: string | null }): boolean =>
  schedule_state !== 'scheduled';

/** Pieces whose public text is newer than the one that was approved. */
export async function listChangedSinceReview({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  return store.review.changedSinceReview();
}
