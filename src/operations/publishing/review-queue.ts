// The review queue: pieces that wait for an admin, and what changed since one approved them. Approving and
// rejecting are state transitions, in move-piece.ts.

import { Problem } from '../../errors.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

function requireAdmin(actor: WriterActor): void {
  if (!actor.isAdmin) throw new Problem('not_found');
}

/** Everyone's but the admin's own: nobody approves themselves. What is approved for its time comes last. */
export async function listPending({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  const pieces = await store.review.pending();
  const others = pieces.filter(({ author_id }) => author_id !== actor.accountId);
  const isDecided = ({ schedule_state }: (typeof others)[number]) => schedule_state === 'scheduled';
  return [...others.filter((each) => !isDecided(each)), ...others.filter(isDecided)];
}

/** Pieces whose public text is newer than the one that was approved. */
export async function listChangedSinceReview({ store }: Context, actor: WriterActor) {
  requireAdmin(actor);
  return store.review.changedSinceReview();
}
