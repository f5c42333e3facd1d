// Which acts are open to somebody. The gate and the desk both ask here, so they cannot disagree.

import type { Config } from '../../config.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import type { Actor } from '../actor.ts';
import { ACT_NAMES, ACTS, type ActName, type Rule } from './state-table.ts';

type Standing = Pick<PieceRow, 'author_id' | 'status' | 'has_changes'>;

/** Every act on this piece that is open to this actor now. */
export const allowedActs = (
  piece: Standing,
  actor: Actor,
  config: Pick<Config, 'review'>,
): ActName[] =>
  ACT_NAMES.filter((act) => isTheirs(piece, actor, act) && isOpen(piece, act, config.review));

/** Whether the act is this actor's at all. The writer of a piece is not its reviewer, even when an admin. */
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
