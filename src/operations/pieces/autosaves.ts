// Saving from the editor, which sends its words again when it hears no answer.

import { Problem } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { type Content, isSameContent } from './content.ts';
import { createDraft, savePiece } from './drafts.ts';
import { pieceIdFrom } from './piece-ids.ts';

/** A draft under an id of the editor's own making: asked for twice, it is still one. */
export async function saveNewDraft(
  context: Context,
  actor: WriterActor,
  given: string,
  content: Content,
): Promise<PieceRow> {
  const id = pieceIdFrom(given);
  if (!(await context.store.pieces.byId(id))) return createDraft(context, actor, content, { id });
  return saveFromEditor(context, actor, id, 1, content, 'autosaved');
}

/** As `savePiece`, but words that are there already, or that cover nothing unseen, are no conflict. */
export async function saveFromEditor(
  context: Context,
  actor: WriterActor,
  id: string,
  shownVersion: number,
  content: Content,
  origin: 'saved' | 'autosaved',
): Promise<PieceRow> {
  try {
    return await savePiece(context, actor, id, shownVersion, content, origin);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== 'version_conflict') throw problem;
    const piece = await context.store.pieces.byId(pieceIdFrom(id));
    if (!piece) throw problem;
    const standing = await standingOf(context.store, piece, shownVersion, content);
    if (standing === 'unseen') throw problem;
    // A save by hand is kept all the same, because an autosave may be pruned one day.
    if (standing === 'there' && origin === 'autosaved') return piece;
    return savePiece(context, actor, id, piece.working_version, content, origin);
  }
}

/** Whether the words are there already, may go over what is, or would cover what nobody saw. */
async function standingOf(
  store: Store,
  { id, working_version }: PieceRow,
  shownVersion: number,
  content: Content,
): Promise<'there' | 'free' | 'unseen'> {
  const working = await store.pieces.version(id, working_version);
  if (!working) return 'unseen';
  // They were saved, and the answer was lost on its way.
  if (isSameContent(content, working)) return 'there';
  if (!(shownVersion > 0 && shownVersion < working_version)) return 'unseen';
  // Another number but the same words, such as after a choice between two texts.
  const shown = await store.pieces.version(id, Math.trunc(shownVersion));
  return shown && isSameContent(shown, working) ? 'free' : 'unseen';
}
