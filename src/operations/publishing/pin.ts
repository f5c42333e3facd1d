// Stores, follows or ends a piece's schedule during a state transition.

import { Problem } from '../../errors.ts';
import type { Declaration } from '../../schemas/vocabulary.ts';
import { UNLEASED } from '../../store/database/leases.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import type { WriterActor } from '../actor.ts';
import type { Move } from '../states/state-table.ts';
import { checkedLater, type Later } from './publication-time.ts';

/** A schedule that a process has claimed: the lease, and the version pinned by it. */
export interface Leased {
  readonly lease: string;
  readonly version: number;
  readonly later: Later;
}

/** Thrown if another process has the schedule, or if it is no longer open. */
export class LeaseLost extends Error {}

const WAITING: readonly Move[] = ['publish', 'submit'];

interface Asked {
  readonly act: Move;
  readonly later?: Later | undefined;
}

/** The time that a transition waits for, or null; for an approval, the requested time. The piece must be locked. */
export async function laterOf(
  store: Store,
  piece: PieceRow,
  { act, later }: Asked,
  at: string,
): Promise<Later | null> {
  if (later && !WAITING.includes(act)) throw new Problem('move_refused');
  if (act !== 'approve') return later ? checkedLater(later, new Date(at)) : null;
  const row = await store.schedules.lock(piece.id);
  // Throws, because the piece is already approved for its time.
  if (row?.state === 'scheduled') throw new Problem('move_refused');
  const isWished = row?.state === 'wished' && row.due_at > at;
  return isWished ? { dueAt: row.due_at, zone: row.zone } : null;
}

/** Throws unless the schedule is open, due and leased by us. The piece must be locked. */
export async function requireLease(store: Store, piece: PieceRow, { lease }: Leased, at: string) {
  const row = await store.schedules.lock(piece.id);
  const isOurs = row?.state === 'scheduled' && row.leased_by === lease && row.due_at <= at;
  if (!isOurs)
    throw new LeaseLost('The schedule was moved, cancelled or taken by another process.');
}

interface Settled {
  readonly act: Move;
  readonly actor: WriterActor;
  readonly version: number;
  readonly later: Later | null;
  readonly declaration: Declaration | null;
  readonly leased: Leased | undefined;
}

/** Call settleSchedule in the transaction of the transition. A transition without a time ends the schedule. */
export async function settleSchedule(
  { schedules }: Store,
  { id }: PieceRow,
  { act, actor, version, later, declaration, leased }: Settled,
  at: string,
): Promise<void> {
  if (leased) return schedules.update(id, { state: 'published', ended_at: at, ...UNLEASED });
  if (!later) return schedules.remove(id);
  const isWish = act === 'submit';
  return schedules.put({
    piece_id: id,
    state: isWish ? 'wished' : 'scheduled',
    act: act === 'publish' ? 'publish' : 'approve',
    due_at: later.dueAt,
    zone: later.zone,
    version,
    actor_id: isWish ? null : actor.accountId,
    session_id: isWish ? null : actor.sessionId,
    declaration: isWish ? null : declaration,
    made_at: at,
    ended_at: null,
    cancelled_because: null,
    ...UNLEASED,
  });
}
