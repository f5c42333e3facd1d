// Deletes a program's draft that its writer has never changed.

import { Problem } from '../../errors.ts';
import type { DeletedDraft } from '../../schemas/drafts.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { Store } from '../../store/store.ts';
import type { PieceMoveRow, PieceRow } from '../../store/tables/pieces.ts';
import { isUuid } from '../../validation.ts';
import type { KeyActor } from '../actor.ts';
import { EXAMPLE_DRAFT } from '../examples.ts';
import { type Context, timestamp } from '../operation.ts';
import { deletedAfter, putIntoTrash } from '../pieces/trash.ts';
import { VERSION_CHOICES } from '../pieces/versions.ts';

type Deleted = Of<typeof DeletedDraft>;

/** Moves the draft to its writer's trash. Repeating the request gives the same response. */
export async function deleteDraft(
  context: Context,
  actor: KeyActor,
  given: string,
): Promise<Deleted> {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  if (!isUuid(given)) throw new Problem('draft_not_found');
  const id = given.toLowerCase();
  return context.store.transaction(async (store) => {
    const piece = (await store.pieces.lock(id)) ?? (await store.pieces.lockInTrash(id));
    if (piece?.author_id !== actor.accountId) throw new Problem('draft_not_found');
    const moves = await store.pieces.moves(id);
    if (piece.trashed_at !== null) return answeredBefore(actor, piece, moves);
    if (!isBy(actor, moves[0])) throw new Problem('draft_of_another');
    if (await isTouched(store, actor, piece, moves)) throw new Problem('draft_touched');
    const at = timestamp(context.now());
    await putIntoTrash(store, actor, piece, at);
    return deletedRecord({ id, trashed_at: at });
  });
}

/** A draft that its writer deleted is gone for every program, so it gets a 404. */
function answeredBefore(actor: KeyActor, piece: PieceRow, moves: PieceMoveRow[]): Deleted {
  const last = moves.at(-1);
  if (last?.act !== 'delete' || !isBy(actor, last)) throw new Problem('draft_not_found');
  return deletedRecord(piece);
}

const isBy = ({ kind, keyId }: KeyActor, move: PieceMoveRow | undefined) =>
  move?.by_kind === kind && move.by_id === keyId;

/** A draft counts as touched even if the change was undone. */
async function isTouched(
  store: Store,
  actor: KeyActor,
  piece: PieceRow,
  moves: PieceMoveRow[],
): Promise<boolean> {
  const isAsCreated =
    moves.length === 1 &&
    piece.status === 'draft' &&
    piece.is_machine_draft === 1 &&
    piece.slug === null &&
    piece.updated_at === piece.edited_at &&
    (await isAllBy(store, actor, piece));
  return (
    !isAsCreated ||
    (await store.previews.ofPiece(piece.id)) !== undefined ||
    (await isDiscussed(store, piece))
  );
}

async function isAllBy({ versions }: Store, { keyId }: KeyActor, { id }: PieceRow) {
  const saved = await versions.notes(id, VERSION_CHOICES);
  return saved.every(({ saved_by_id }) => saved_by_id === keyId);
}

const isDiscussed = async ({ notes, proposals }: Store, { id }: PieceRow) =>
  (await notes.count(id)) > 0 || (await proposals.ofPiece(id)).length > 0;

const deletedRecord = (piece: Pick<PieceRow, 'id' | 'trashed_at'>): Deleted => ({
  ok: true,
  id: piece.id,
  restorable_until: deletedAfter(piece),
});

export const deletedExample = (): Deleted =>
  deletedRecord({ id: EXAMPLE_DRAFT.id, trashed_at: EXAMPLE_DRAFT.created_at });
