// Publishes due pieces with movePiece, as the person who scheduled them, in the version that was shown.

import { Problem } from '../../../errors.ts';
import type { Leased, LeasedWork } from '../../../jobs/leased-worker.ts';
import { UNLEASED } from '../../../store/database/leases.ts';
import type { Store } from '../../../store/store.ts';
import type { ScheduleRow } from '../../../store/tables/pieces.ts';
import type { WriterActor } from '../../actor.ts';
import { type Context, timestamp } from '../../operation.ts';
import { movePiece } from '../move-piece.ts';
import { LeaseLost } from '../pin.ts';
import { LATE_MS } from './schedule-words.ts';

type Claimed = ScheduleRow & Leased;

/** `failed` leaves the schedule unchanged, so that it is tried again when the lease ends. */
type Outcome = 'published' | 'refused' | 'lost' | 'failed';

interface Log {
  info(details: object, words: string): void;
  warn(details: object, words: string): void;
}

/** Publishes due pieces one by one, including those that came due while no process ran. */
export const scheduledPieces = (context: Context, log: Log): LeasedWork<Claimed, Outcome> => {
  const { store, now } = context;
  return {
    what: 'scheduled pieces',
    atOnce: 1,
    hasDue: () => store.schedules.hasDue(now()),
    claim: (room) =>
      store.transaction(async ({ schedules }) => {
        const at = now();
        return schedules.leases.take(await schedules.due(at, room), at);
      }),
    work: (claimed) => publish(context, log, claimed),
    // Publishing records the outcome in its own transaction.
    record: async () => {},
    release: (rows) => store.schedules.leases.release(rows),
  };
};

/** Catches errors, so that a piece that can't be published does not block the others. */
async function publish(context: Context, log: Log, claimed: Claimed): Promise<Outcome> {
  const { piece_id: piece, due_at } = claimed;
  try {
    await publishClaimed(context, claimed);
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    log.warn({ piece, due_at, err: error }, 'a scheduled piece could not be published');
    return isRefusal(error) ? 'refused' : 'failed';
  }
  const late_ms = context.now().getTime() - Date.parse(due_at);
  const words = late_ms > LATE_MS ? 'published late' : 'published on time';
  log.info({ piece, due_at, late_ms }, words);
  return 'published';
}

/** Throws if the piece can't be published. If it never can, the schedule ends. */
export async function publishClaimed(context: Context, claimed: Claimed): Promise<void> {
  const { piece_id: pieceId, act, version, declaration, due_at: dueAt, zone, lease } = claimed;
  // The writer has already confirmed the declaration.
  const answer = declaration === null ? {} : { declaration, confirmed: declaration };
  try {
    const actor = await actorOf(context.store, claimed);
    const request = { pieceId, act, version, ...answer };
    await movePiece(context, actor, request, { lease, version, later: { dueAt, zone } });
  } catch (error) {
    if (isRefusal(error)) await giveUp(context, claimed);
    throw error;
  }
}

/** The actor has the account's current permissions, which may have changed since the scheduling. */
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

/** True for errors that a later attempt would meet too. */
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500;

/** Returns an invalid approval to the review queue, and cancels any other schedule, for its writer to see. */
async function giveUp(
  { store, now }: Context,
  { piece_id, act, lease: by }: Claimed,
): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await tx.schedules.lock(piece_id);
    if (row?.state !== 'scheduled' || row.leased_by !== by) return;
    if (act === 'publish') return tx.schedules.cancel(piece_id, 'refused', timestamp(now()));
    const wished = { state: 'wished', actor_id: null, session_id: null } as const;
    await tx.schedules.update(piece_id, { ...wished, ...UNLEASED });
  });
}
