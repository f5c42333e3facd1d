// Decides which autosaves to prune: those whose text is almost completely part of the next version.

import type { PieceVersionRow } from '../../../store/tables/pieces.ts';

/** Autosaves closer together than this are treated as one. */
const APART_MS = 5 * 60 * 1000;

/** The number of characters that the next save may drop in ordinary rewriting. */
const MOST_LOST = 100;

type Saved = Pick<PieceVersionRow, 'saved_at' | 'body_md'>;

/** `before`, `last` and `next` are consecutive versions. */
export function isIntermediateAutosave(before: Saved, last: Saved, next: Saved): boolean {
  const isNear = (one: Saved, two: Saved) =>
    Date.parse(two.saved_at) - Date.parse(one.saved_at) < APART_MS;
  // A text that stayed unchanged for long marks a pause, and a text that then lost much may be wanted back.
  return (
    isNear(before, last) && isNear(last, next) && lost(last.body_md, next.body_md) <= MOST_LOST
  );
}

/** Counts the characters of `one` that are not part of a common start or end with `two`. */
function lost(one: string, two: string): number {
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  return one.length - start - end;
}
