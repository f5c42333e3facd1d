// Bulk actions on a writer's pieces. They change only working copies, nothing public.

import { Problem } from '../../errors.ts';
import type { Category } from '../../schemas/vocabulary.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { EDITABLE } from '../states/state-table.ts';
import { contentIn } from './content.ts';
import { PAGE_SIZE } from './desk-list/desk-list.ts';
import { deskPiece } from './own-pieces.ts';
import { savePiece } from './saving/save-piece.ts';
import { trashPiece } from './trash.ts';

export interface BulkResult {
  done: number;
  skipped: number;
}

export const trashPieces = (context: Context, actor: WriterActor, ids: readonly string[]) =>
  each(ids, (id) => trashPiece(context, actor, id));

export const setCategory = (
  context: Context,
  actor: WriterActor,
  ids: readonly string[],
  category: Category,
) => each(ids, (id) => setCategoryOf(context, actor, id, category));

async function each(ids: readonly string[], act: (id: string) => Promise<void>) {
  const result: BulkResult = { done: 0, skipped: 0 };
  // A page of the desk never offers more pieces than this.
  for (const id of ids.slice(0, PAGE_SIZE)) {
    try {
      await act(id);
      result.done += 1;
    } catch (problem) {
      if (!(problem instanceof Problem) || !SKIPPED.has(problem.code)) throw problem;
      result.skipped += 1;
    }
  }
  return result;
}

const SKIPPED: ReadonlySet<string> = new Set(['move_refused', 'piece_not_found', 'piece_in_trash']);

/** Retries if the writer saves a version meanwhile, so that the category is added to the latest one. */
async function setCategoryOf(
  context: Context,
  actor: WriterActor,
  id: string,
  category: Category,
): Promise<void> {
  const { piece, working } = await deskPiece(context, actor, id);
  if (!EDITABLE.includes(piece.status)) throw new Problem('move_refused');
  if (working.category === category) return;
  try {
    const content = { ...contentIn(working), category };
    await savePiece(context, actor, piece.id, working.number, content, 'saved', working.cards);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== 'version_conflict') throw problem;
    await setCategoryOf(context, actor, id, category);
  }
}
