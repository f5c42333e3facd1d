// Reads a whole piece for its writer. The list of pieces is in desk-list.ts.

import { Problem } from '../../errors.ts';
import { CONTENT_FIELDS } from '../../schemas/content-fields.ts';
import type { Store } from '../../store/store.ts';
import type {
  PieceMoveRow,
  PieceRow,
  PieceVersionRow,
  ScheduleRow,
} from '../../store/tables/pieces.ts';
import { isUuid } from '../../validation.ts';
import type { Actor, WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

export const ownTags = ({ store }: Context, actor: WriterActor) =>
  store.pieces.tagsOf(actor.accountId);

/** The language of the piece that the writer edited last, as the likely language of the next one. */
export async function ownLanguage({ store }: Context, actor: WriterActor): Promise<string> {
  const newest = { offset: 0, limit: 1 };
  const [last] = await store.deskList.page(actor.accountId, {}, '', newest);
  return last?.locale ?? CONTENT_FIELDS.locale.empty;
}

export interface DeskPiece {
  piece: PieceRow;
  working: PieceVersionRow;
  first: PieceVersionRow;
  live: PieceVersionRow | null;
  moves: PieceMoveRow[];
  schedule: ScheduleRow | null;
}

export async function deskPiece(context: Context, actor: WriterActor, id: string) {
  const found = await wholePiece(context, id);
  if (!found) await refuseTrashed(context.store, actor, id);
  if (found?.piece.author_id !== actor.accountId) throw new Problem('piece_not_found');
  return found;
}

export const versionOf = ({ store }: Context, { piece }: DeskPiece, number: number) =>
  store.pieces.version(piece.id, number);

/** Tells only the writer that a piece is in the trash. For others the piece does not exist. */
export async function refuseTrashed(store: Store, actor: Actor, id: string): Promise<void> {
  if (actor.kind !== 'writer' || !isUuid(id)) return;
  const trashed = await store.trash.byId(id.toLowerCase());
  if (trashed?.author_id === actor.accountId) throw new Problem('piece_in_trash');
}

export async function pieceUnderReview(context: Context, actor: WriterActor, id: string) {
  const found = await wholePiece(context, id);
  const mayReview = actor.isAdmin && found?.piece.author_id !== actor.accountId;
  if (!found || !mayReview || found.piece.status !== 'pending') {
    throw new Problem('piece_not_found', {
      reason: 'No piece of another writer with this id is in review.',
    });
  }
  const [author] = await context.store.authors.byIds([found.piece.author_id]);
  if (!author) throw new Problem('piece_not_found');
  return { ...found, author };
}

/** Checks no permissions, so only callers that have checked them, or the operator's commands, may use it. */
export async function wholePiece({ store }: Context, id: string): Promise<DeskPiece | null> {
  const piece = isUuid(id) ? await store.pieces.byId(id.toLowerCase()) : undefined;
  if (!piece) return null;
  const working = await store.pieces.version(piece.id, piece.working_version);
  const first = await store.pieces.version(piece.id, 1);
  if (!working) return null;
  const live = piece.live_version && (await store.pieces.version(piece.id, piece.live_version));
  return {
    piece,
    working,
    first: first ?? working,
    live: live || null,
    moves: await store.pieces.moves(piece.id),
    schedule: (await store.schedules.ofPiece(piece.id)) ?? null,
  };
}
