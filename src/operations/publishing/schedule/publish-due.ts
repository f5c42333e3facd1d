// Publishes what is due: by the one operation that publishes, as the person who pressed the button, in the version
// that they were shown.

import { randomUUID } from 'node:crypto';
import { Problem } from '../../../errors.ts';
import { SCHEDULE } from '../../../schemas/limits.ts';
import { UNLEASED } from '../../../store/pieces/schedules.ts';
import type { Store } from '../../../store/store.ts';
import type { ScheduleRow } from '../../../store/tables/pieces.ts';
import type { WriterActor } from '../../actor.ts';
import { type Context, timestamp } from '../../operation.ts';
import { movePiece } from '../move-piece.ts';
import { LeaseLost } from './pin.ts';

type Claimed = ScheduleRow & { leased_by: string };

/** What became of a piece that was due. Its state is as before where publishing failed: it is tried again. */
export interface Outcome {
  readonly pieceId: string;
  readonly dueAt: string;
  readonly became: 'published' | 'refused' | 'lost' | 'failed';
  readonly error?: unknown;
}

/** Everything that is due now, one after another, longest due first. */
export async function publishDue(context: Context): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (;;) {
    const claimed = await claim(context);
    if (!claimed) return outcomes;
    outcomes.push(await outcomeOf(context, claimed));
  }
}

/** What can't be published now must not keep the rest from it. */
async function outcomeOf(context: Context, claimed: Claimed): Promise<Outcome> {
  const { piece_id: pieceId, due_at: dueAt } = claimed;
  try {
    await publishClaimed(context, claimed);
    return { pieceId, dueAt, became: 'published' };
  } catch (error) {
    if (error instanceof LeaseLost) return { pieceId, dueAt, became: 'lost' };
    return { pieceId, dueAt, became: isRefusal(error) ? 'refused' : 'failed', error };
  }
}

/** By one process at a time, and again once its lease has ended. */
async function claim({ store, now }: Context): Promise<Claimed | null> {
  const at = now();
  // Usually nothing is due: a read is cheaper than a transaction.
  if (!(await store.schedules.hasDue(at))) return null;
  return store.transaction(async (tx) => {
    const row = await tx.schedules.due(at);
    return row ? lease(tx, row, at) : null;
  });
}

export async function lease({ schedules }: Store, row: ScheduleRow, at: Date): Promise<Claimed> {
  const until = timestamp(new Date(at.getTime() + SCHEDULE.leaseMs));
  const leased = { leased_by: randomUUID(), leased_until: until };
  await schedules.update(row.piece_id, leased);
  return { ...row, ...leased };
}

/** Throws where it can't be published; where it never can, the schedule has ended. */
export async function publishClaimed(context: Context, claimed: Claimed): Promise<void> {
  const { piece_id: pieceId, act, version, declaration, leased_by } = claimed;
  // The answer was asked for once more, if it had to be, when it was given.
  const answer = declaration === null ? {} : { declaration, confirmed: declaration };
  const later = { dueAt: claimed.due_at, zone: claimed.zone };
  try {
    const actor = await actorOf(context.store, claimed);
    const request = { pieceId, act, version, ...answer };
    await movePiece(context, actor, request, { lease: leased_by, version, later });
  } catch (error) {
    if (isRefusal(error)) await giveUp(context, claimed);
    throw error;
  }
}

/** As they stand now: whoever may no longer do it doesn't. */
async function actorOf(
  { accounts, authors }: Store,
  { actor_id, session_id }: ScheduleRow,
): Promise<WriterActor> {
  const account = actor_id === null ? undefined : await accounts.byId(actor_id);
  const [author] = account ? await authors.byIds([account.id]) : [];
  if (!account || !author || session_id === null) throw new Problem('forbidden');
  if (author.suspended_at !== null) throw new Problem('account_suspended');
  const isAdmin = account.is_admin === 1;
  const { id: accountId } = account;
  return { kind: 'writer', accountId, slug: author.slug, isAdmin, sessionId: session_id };
}

/** Nothing that time would mend. */
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500;

/** An approval that no longer counts is another admin's to give; what can't be published is its writer's to mend. */
async function giveUp(
  { store, now }: Context,
  { piece_id, act, leased_by }: Claimed,
): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await tx.schedules.lock(piece_id);
    if (row?.state !== 'scheduled' || row.leased_by !== leased_by) return;
    if (act === 'publish') return tx.schedules.cancel(piece_id, 'refused', timestamp(now()));
    const wished = { state: 'wished', actor_id: null, session_id: null } as const;
    await tx.schedules.update(piece_id, { ...wished, ...UNLEASED });
  });
}
