// Saves from the editor, which retries a save if it gets no response.

import { Problem } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';
import type { PieceRow } from '../../../store/tables/pieces.ts';
import type { WriterActor } from '../../actor.ts';
import type { Context } from '../../operation.ts';
import { pieceIdFrom } from '../../piece-ids.ts';
import { type Content, isSameContent } from '../content.ts';
import { refuseTrashed } from '../own-pieces.ts';
import { createDraft, savePiece } from './save-piece.ts';

/** The editor chooses the id, so that a retry creates no second draft. */
export async function saveNewDraft(
  context: Context,
  actor: WriterActor,
  given: string,
  content: Content,
): Promise<PieceRow> {
  const id = pieceIdFrom(given);
  if (!(await context.store.pieces.byId(id))) {
    await refuseTrashed(context.store, actor, id);
    return createDraft(context, actor, content, { id });
  }
  return saveFromEditor(context, actor, id, 1, content, 'autosaved');
}

/** Like `savePiece`, but accepts a text that is already stored, or that replaces only text the writer saw. */
export async function saveFromEditor(
  context: Context,
  actor: WriterActor,
  id: string,
  shownVersion: number,
  content: Content,
  origin: 'saved' | 'autosaved',
  mergedFrom: Content | null = null,
): Promise<PieceRow> {
  const save = (over: number) =>
    mergedFrom
      ? saveMerged(context, actor, id, over, content, origin, mergedFrom)
      : savePiece(context, actor, id, over, content, origin);
  try {
    return await save(shownVersion);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== 'version_conflict') throw problem;
    const piece = await context.store.pieces.byId(pieceIdFrom(id));
    if (!piece) throw problem;
    const kind = await conflictKind(context.store, piece, shownVersion, content);
    if (kind === 'conflict') throw problem;
    // A manual save is stored again, because the identical autosave may be pruned.
    if (kind === 'identical' && origin === 'autosaved') return piece;
    return save(piece.working_version);
  }
}

/** Saves the text before the merge as a manual version first, so that it is never pruned. */
function saveMerged(
  context: Context,
  actor: WriterActor,
  id: string,
  shownVersion: number,
  content: Content,
  origin: 'saved' | 'autosaved',
  mergedFrom: Content,
): Promise<PieceRow> {
  return context.store.transaction(async (store) => {
    const inside = { ...context, store };
    const own = await savePiece(inside, actor, id, shownVersion, mergedFrom, 'saved');
    return savePiece(inside, actor, id, own.working_version, content, origin);
  });
}

/** Tells whether the text is already stored, may replace the current one, or conflicts with one that wasn't shown. */
async function conflictKind(
  store: Store,
  { id, working_version }: PieceRow,
  shownVersion: number,
  content: Content,
): Promise<'identical' | 'safe' | 'conflict'> {
  const working = await store.pieces.version(id, working_version);
  if (!working) return 'conflict';
  // An identical text was saved before, and only the response was lost.
  if (isSameContent(content, working)) return 'identical';
  if (!(shownVersion > 0 && shownVersion < working_version)) return 'conflict';
  // Version numbers may differ although the words do not, such as after a choice between two texts.
  const shown = await store.pieces.version(id, Math.trunc(shownVersion));
  return shown && isSameContent(shown, working) ? 'safe' : 'conflict';
}
