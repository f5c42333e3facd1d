// The desk's trash: a deleted piece stays there until its writer restores it or it expires.

import { Problem } from '../../errors.ts';
import { hashesIn } from '../../schemas/images/image-urls.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import type { TrashedPiece } from '../../store/pieces/trash.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { type Actor, byline, type WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { allowedActs, isTheirs } from '../states/allowed-acts.ts';
import { PAGE_SIZE } from './desk-list/desk-list.ts';

const DELETED_AT_ONCE = 50;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws for a piece that is under review or public, which can't be deleted. */
export async function trashPiece(context: Context, actor: Actor, pieceId: string): Promise<void> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  await context.store.transaction(async (store) => {
    const piece = await store.pieces.lock(pieceIdFrom(pieceId));
    if (!piece || !isTheirs(piece, actor, 'delete')) throw new Problem('piece_not_found');
    if (!allowedActs(piece, actor, context.config).includes('delete')) {
      throw new Problem('move_refused');
    }
    await putIntoTrash(store, actor, piece, timestamp(context.now()));
  });
}

/** The caller must have locked the piece and checked that it may be deleted. */
export async function putIntoTrash(store: Store, actor: Actor, piece: PieceRow, at: string) {
  await store.pieces.update(piece.id, { trashed_at: at });
  await store.schedules.cancel(piece.id, 'trashed', at);
  await store.trashedImages.add(await imagesOf(store, piece.id));
  await log(store, actor, piece, 'delete', at);
}

/** Restores state, versions, slugs and the preview link, but not the schedule. */
export async function restoreFromTrash(context: Context, actor: Actor, pieceId: string) {
  await withTrashed(context, actor, pieceId, async (store, piece, writer) => {
    await store.pieces.update(piece.id, { trashed_at: null });
    await store.trashedImages.remove(await imagesOf(store, piece.id));
    await log(store, writer, piece, 'restore', timestamp(context.now()));
  });
}

export const deletePermanently = (context: Context, actor: Actor, pieceId: string) =>
  withTrashed(context, actor, pieceId, (store, piece) => store.pieces.remove(piece.id));

async function withTrashed(
  { store }: Context,
  actor: Actor,
  pieceId: string,
  work: (store: Store, piece: PieceRow, actor: WriterActor) => Promise<void>,
): Promise<void> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  await store.transaction(async (tx) => {
    const piece = await tx.pieces.lockInTrash(pieceIdFrom(pieceId));
    if (piece?.author_id !== actor.accountId) throw new Problem('piece_not_found');
    await work(tx, piece, actor);
  });
}

/** Logs an unchanged state, because a restored piece returns to it. */
const log = (store: Store, actor: Actor, piece: PieceRow, act: string, at: string) =>
  store.pieces.addMove({
    piece_id: piece.id,
    at,
    act,
    from_status: piece.status,
    to_status: piece.status,
    ...byline(actor),
    version: piece.working_version,
    note: null,
  });

async function imagesOf({ versions }: Store, pieceId: string): Promise<string[]> {
  const texts = await versions.textsWithImages(pieceId);
  return [...new Set(texts.flatMap(hashesIn))];
}

export async function trashedPiece({ store }: Context, actor: WriterActor, pieceId: string) {
  const piece = await store.trash.byId(pieceIdFrom(pieceId));
  const working = piece && (await store.pieces.version(piece.id, piece.working_version));
  if (!working || piece.author_id !== actor.accountId) throw new Problem('piece_not_found');
  return { piece: { ...piece, deletedAfter: deletedAfter(piece) }, working };
}

export const deletedAfter = ({ trashed_at }: Pick<PieceRow, 'trashed_at'>) =>
  timestamp(new Date(Date.parse(trashed_at ?? '') + PIECE_LIMITS.trashDays * DAY_MS));

export interface Trash {
  pieces: (TrashedPiece & { deletedAfter: string })[];
  count: number;
  page: number;
  pages: number;
}

export const trashCount = ({ store }: Context, actor: WriterActor) =>
  store.trash.countOf(actor.accountId);

export async function listTrash(
  { store }: Context,
  actor: WriterActor,
  wanted: number,
): Promise<Trash> {
  const count = await store.trash.countOf(actor.accountId);
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const start = (page - 1) * PAGE_SIZE;
  const rows = await store.trash.page(actor.accountId, start, PAGE_SIZE);
  const pieces = rows.map((row) => ({ ...row, deletedAfter: deletedAfter(row) }));
  return { pieces, count, page, pages };
}

/** Permanently deletes pieces that were in the trash at `askedAt`. A future time counts as now. */
export async function emptyTrash(context: Context, actor: Actor, askedAt: string): Promise<void> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  const [asked, now] = [new Date(askedAt), context.now()];
  if (Number.isNaN(asked.getTime())) throw new Problem('invalid_input');
  await removeBefore(context, timestamp(asked < now ? asked : now), actor.accountId);
}

export const sweepTrash = (context: Context): Promise<void> =>
  removeBefore(
    context,
    timestamp(new Date(context.now().getTime() - PIECE_LIMITS.trashDays * DAY_MS)),
    null,
  );

/** Removes pieces in batches, each only if it is still in the trash, because its writer may be restoring it. */
async function removeBefore({ store }: Context, time: string, authorId: string | null) {
  for (;;) {
    const ids = await store.trash.idsBefore(time, DELETED_AT_ONCE, authorId);
    for (const id of ids) {
      await store.transaction(async (tx) => {
        const piece = await tx.pieces.lockInTrash(id);
        if (piece && (piece.trashed_at ?? '') <= time) await tx.pieces.remove(id);
      });
    }
    if (ids.length < DELETED_AT_ONCE) return;
  }
}
