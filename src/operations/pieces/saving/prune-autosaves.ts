// Decides which autosaves to prune: those that the next save contains nearly completely.

import type { PieceVersionRow } from '../../../store/tables/pieces.ts';

/** Autosaves closer together than this count as one in the list of versions. */
const APART_MS = 5 * 60 * 1000;

/** Characters that the next save may drop in ordinary rewriting. */
const MOST_LOST = 100;

type Saved = Pick<PieceVersionRow, 'saved_at' | 'body_md'>;

/** `last` was overwritten by `next` and came after `before`. */
export function isIntermediateAutosave(before: Saved, last: Saved, next: Saved): boolean {
  const isNear = (one: Saved, two: Saved) =>
    Date.parse(two.saved_at) - Date.parse(one.saved_at) < APART_MS;
  // A text that stood for long is where the writer paused; a text that lost much may be wanted back.
  return (
    isNear(before, last) && isNear(last, next) && lost(last.body_md, next.body_md) <= MOST_LOST
  );
}

/** Counts characters of the one text that are not at either end of the other. */
function lost(one: string, two: string): number {
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  return one.length - start - end;
}
