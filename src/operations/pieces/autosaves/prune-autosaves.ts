// Pruning autosaves: which may be removed because the next save already has nearly everything in them.

import type { PieceVersionRow } from '../../../store/tables/pieces.ts';

/** Autosaves closer together than this count as one in the list of versions. */
const APART_MS = 5 * 60 * 1000;

/** Characters that the next save dropped: up to this many are ordinary rewriting. */
const MOST_LOST = 100;

type Saved = Pick<PieceVersionRow, 'saved_at' | 'body_md'>;

/** `last` was written over by `next`, and came after `before`. */
export function isIntermediateAutosave(before: Saved, last: Saved, next: Saved): boolean {
  const isNear = (one: Saved, two: Saved) =>
    Date.parse(two.saved_at) - Date.parse(one.saved_at) < APART_MS;
  // What stood for long is where somebody left off; what lost much is what they may want back.
  return (
    isNear(before, last) && isNear(last, next) && lost(last.body_md, next.body_md) <= MOST_LOST
  );
}

/** How many characters of the one text are not at either end of the other. */
function lost(one: string, two: string): number {
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  return one.length - start - end;
}
