// Reads a piece of the API key's owner, in any state.

import { Problem } from '../../errors.ts';
import type { MyPiece } from '../../schemas/editorial/editorial.ts';
import type { Of } from '../../schemas/shapes.ts';
import { scheduledFor } from '../../store/pieces/schedules.ts';
import type { Store } from '../../store/store.ts';
import type { PieceMoveRow, PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { isUuid } from '../../validation.ts';
import type { KeyActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { contentRecord } from '../pieces/content.ts';
import { pieceImage } from '../pieces/covers.ts';
import { type Urls, uriOrNull, urlsOf } from '../urls.ts';
import { type Outcome, proposalOutcomes } from './proposal-outcomes.ts';

/** Throws a 404 for pieces of other writers and pieces in the trash. */
export async function ownPieceRow(
  store: Store,
  { accountId }: KeyActor,
  id: string,
): Promise<PieceRow> {
  const piece = isUuid(id) ? await store.pieces.byId(id.toLowerCase()) : undefined;
  if (piece?.author_id !== accountId) throw new Problem('own_piece_not_found');
  return piece;
}

export async function lockOwnPiece(store: Store, { accountId }: KeyActor, id: string) {
  const piece = isUuid(id) ? await store.pieces.lock(id.toLowerCase()) : undefined;
  if (piece?.author_id !== accountId) throw new Problem('own_piece_not_found');
  const working = await store.pieces.version(piece.id, piece.working_version);
  if (!working) throw new Problem('own_piece_not_found');
  return { piece, working };
}

export async function ownPiece(
  context: Context,
  actor: KeyActor,
  id: string,
): Promise<{ ok: true; piece: Of<typeof MyPiece> }> {
  const { store } = context;
  const { piece, working } = await ownWorkingCopy(store, actor, id);
  const shown = {
    openNotes: await store.notes.count(piece.id, { by: 'writer', isOpen: true }),
    reviewNote: reviewNoteOf(piece, await store.pieces.moves(piece.id)),
    scheduledFor: scheduledFor(await store.schedules.ofPiece(piece.id)),
    proposals: await proposalOutcomes(store, piece.id, actor),
  };
  const urls = urlsOf(context.config.baseUrl);
  return { ok: true, piece: ownPieceRecord({ piece, working, ...shown }, actor, urls) };
}

/** How often to read the working copy, because an autosave may be pruned between two reads. */
const READS = 5;

export async function ownWorkingCopy(store: Store, actor: KeyActor, id: string) {
  for (let read = 0; read < READS; read += 1) {
    const piece = await ownPieceRow(store, actor, id);
    const working = await store.pieces.version(piece.id, piece.working_version);
    if (working) return { piece, working };
  }
  throw new Error(`The piece ${id} has no working version.`);
}

function reviewNoteOf({ status }: PieceRow, moves: PieceMoveRow[]): string | null {
  if (status !== 'rejected' && status !== 'changes_requested') return null;
  const decided = moves.findLast(
    ({ act, to_status, from_status }) =>
      act !== 'restore' && to_status === status && from_status !== status,
  );
  return decided?.note ?? null;
}

export interface ShownOwnPiece {
  piece: Pick<
    PieceRow,
    'id' | 'status' | 'slug' | 'working_version' | 'created_at' | 'updated_at' | 'revision_asked_at'
  >;
  working: PieceVersionRow;
  openNotes: number;
  reviewNote: string | null;
  scheduledFor: string | null;
  proposals: Outcome[];
}

export function ownPieceRecord(
  { piece, working, openNotes, reviewNote, scheduledFor: scheduled_for, proposals }: ShownOwnPiece,
  { slug, kind: by, keyId }: Pick<KeyActor, 'kind' | 'slug' | 'keyId'>,
  urls: Urls,
): Of<typeof MyPiece> {
  const content = contentRecord(working);
  const { saved_by_kind: kind, saved_by_name: name, saved_by_id } = working;
  const url =
    piece.status === 'approved' && piece.slug !== null ? urls.piecePage(slug, piece.slug) : null;
  return {
    id: piece.id,
    ...content,
    external_url: uriOrNull(content.external_url),
    image: pieceImage(working, urls),
    status: piece.status,
    version: piece.working_version,
    created_at: piece.created_at,
    updated_at: piece.updated_at,
    written_by: { kind, name, is_this_key: kind === by && saved_by_id === keyId },
    edit_url: urls.edit(piece.id),
    url,
    public_url: url,
    open_notes: openNotes,
    revision_requested_at: piece.revision_asked_at,
    review_note: reviewNote,
    scheduled_for,
    proposals,
  };
}
