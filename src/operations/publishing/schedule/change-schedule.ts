// A writer's changes to a schedule: another time, cancelling, publishing now.

import { Problem } from '../../../errors.ts';
import { timeInZone } from '../../../rendering/text/zoned-times.ts';
import { isOpen } from '../../../store/pieces/schedules.ts';
import type { Store } from '../../../store/store.ts';
import type { PieceRow, ScheduleRow } from '../../../store/tables/pieces.ts';
import { type Actor, byline, type WriterActor } from '../../actor.ts';
import { type Context, timestamp } from '../../operation.ts';
import { pieceIdFrom } from '../../piece-ids.ts';
import { movePiece } from '../move-piece.ts';
import { checkedLater, type Later } from '../publication-time.ts';
import { publishClaimed } from './publish-due.ts';

/** Changes the time for the same version, and keeps an admin's approval. */
export async function moveSchedule(
  context: Context,
  actor: Actor,
  pieceId: string,
  later: Later,
): Promise<void> {
  await withSchedule(context, actor, pieceId, async (store, { piece, row, writer }) => {
    const { dueAt, zone } = checkedLater(later, context.now());
    if (dueAt === row.due_at && zone === row.zone) return;
    await store.schedules.update(piece.id, { due_at: dueAt, zone });
    await note(context, store, writer, { piece, row, act: 'move_schedule', later });
  });
}

/** Withdraws an approved piece, because without a time nothing would publish it. */
export async function cancelSchedule(context: Context, actor: Actor, pieceId: string) {
  const isApproved = await withSchedule(
    context,
    actor,
    pieceId,
    async (store, { piece, row, writer }) => {
      if (row.state === 'scheduled' && row.act === 'approve') return true;
      await store.schedules.remove(piece.id);
      await note(context, store, writer, { piece, row, act: 'cancel_schedule', later: null });
      return false;
    },
  );
  if (isApproved) await movePiece(context, actor, { pieceId, act: 'withdraw' });
}

/** Publishes the scheduled version and no other, by the same code as due pieces. */
export async function publishScheduledNow(
  context: Context,
  actor: Actor,
  pieceId: string,
  version: number,
): Promise<void> {
  const claimed = await withSchedule(context, actor, pieceId, async (store, { row }) => {
    // Throws, because no admin has approved the piece.
    if (row.state !== 'scheduled') throw new Problem('move_refused');
    if (row.version !== version) throw new Problem('version_conflict');
    const now = context.now();
    await store.schedules.update(row.piece_id, { due_at: timestamp(now) });
    return store.schedules.leases.take([{ id: row.piece_id }], now);
  });
  for (const each of claimed) await publishClaimed(context, each);
}

interface Locked {
  piece: PieceRow;
  row: ScheduleRow;
  writer: WriterActor;
}

/** Throws for actors other than the piece's writer at the desk: programs can't touch schedules. */
async function withSchedule<Result>(
  { store }: Context,
  actor: Actor,
  pieceId: string,
  work: (store: Store, locked: Locked) => Promise<Result>,
): Promise<Result> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  return store.transaction(async (tx) => {
    const piece = await tx.pieces.lock(pieceIdFrom(pieceId));
    if (piece?.author_id !== actor.accountId) throw new Problem('piece_not_found');
    const row = await tx.schedules.lock(piece.id);
    if (!row || !isOpen(row)) throw new Problem('move_refused');
    return work(tx, { piece, row, writer: actor });
  });
}

interface Noted {
  piece: PieceRow;
  row: ScheduleRow;
  act: string;
  later: Later | null;
}

async function note(
  { now }: Context,
  store: Store,
  writer: WriterActor,
  { piece, row, act, later }: Noted,
): Promise<void> {
  const at = timestamp(now());
  await store.pieces.update(piece.id, { updated_at: at });
  await store.pieces.addMove({
    ...{ piece_id: piece.id, at, act, from_status: piece.status, to_status: piece.status },
    ...byline(writer),
    version: row.version,
    note: later && timeInZone(later.dueAt, later.zone, now()),
  });
}
