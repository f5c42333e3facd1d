// Decides which state transitions are open to an actor, for both the gate and the desk, so that they agree.

import type { Config } from '../../config.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import type { Actor } from '../actor.ts';
import { ACT_NAMES, ACTS, type ActName, type Rule } from './state-table.ts';

type Standing = Pick<PieceRow, 'author_id' | 'status' | 'has_changes'>;

export const allowedActs = (
  piece: Standing,
  actor: Actor,
  config: Pick<Config, 'review'>,
): ActName[] =>
  ACT_NAMES.filter((act) => isTheirs(piece, actor, act) && isOpen(piece, act, config.review));

/** True if the actor has the role for the transition. A piece's writer is never its reviewer, even as an admin. */
export function isTheirs(piece: Standing, actor: Actor, act: ActName): boolean {
  if (actor.kind !== 'writer') return false;
  const own = actor.accountId === piece.author_id;
  return ACTS[act].rule.by === 'owner' ? own : actor.isAdmin && !own;
}

function isOpen(piece: Standing, act: ActName, hasReview: boolean): boolean {
  const { from, fromWithoutReview = [], review }: Rule = ACTS[act].rule;
  if (review !== 'either' && review !== (hasReview ? 'on' : 'off')) return false;
  if (act === 'publish_changes' && piece.has_changes === 0) return false;
  const starts = hasReview ? from : [...from, ...fromWithoutReview];
  return starts.includes(piece.status);
}
