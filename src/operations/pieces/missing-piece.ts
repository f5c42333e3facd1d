// Says at the desk that a piece isn't there, or whose it is.

import { ERRORS, Problem } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { isUuid } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

/** The problem in words for the desk, where most pieces aren't published. */
export async function missingPiece(
  { store }: Context,
  actor: WriterActor | null,
  id: string,
  problem: Problem,
): Promise<Problem> {
  if (problem.code !== 'piece_not_found' || problem.reason !== ERRORS.piece_not_found.reason) {
    return problem;
  }
  const owner = actor && isUuid(id) ? await knownOwner(store, actor, id.toLowerCase()) : undefined;
  const reason = owner ? `This piece is ${owner.name}’s.` : 'There is no such piece at your desk.';
  return new Problem('piece_not_found', { reason });
}

/** Admins may know whose a piece is. For others, whether a piece exists is private until it is public. */
async function knownOwner(store: Store, { accountId, isAdmin }: WriterActor, id: string) {
  const piece = await store.pieces.byId(id);
  if (!piece || piece.author_id === accountId) return undefined;
  if (!isAdmin && !(await store.publications.has(id))) return undefined;
  const [owner] = await store.authors.byIds([piece.author_id]);
  return owner;
}
