// A text as its paragraphs, and paragraphs as a text again.

import { diffArrays } from 'diff';

export interface Paragraph {
  readonly text: string;
  /** The line ends after it. */
  readonly gap: string;
}

const BLANK_LINE = '\n\n';

export function paragraphsOf(text: string): Paragraph[] {
  const pieces = text.split(/(\n{2,})/);
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 1) return [];
    const words = piece.replace(/\n$/, '');
    const gap = piece.slice(words.length) + (pieces[at + 1] ?? '');
    return words === '' && gap === '' ? [] : [{ text: words, gap }];
  });
}

/** With a blank line after each but the last, also where it was the last of its own text. */
export const textOf = (paragraphs: readonly Paragraph[]): string =>
  paragraphs
    .map(({ text, gap }, at) => {
      const isLast = at === paragraphs.length - 1;
      return text + (isLast || gap.length >= BLANK_LINE.length ? gap : BLANK_LINE);
    })
    .join('');

/** These of the old paragraphs are replaced by those of the new. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly insert: readonly Paragraph[];
}

/** With more than these, two texts have little in common, and finding out takes a tenth of a second. */
const MOST_CHANGES = 1_000;

/** In order, none touching the next; null if there are too many to find. */
export function editsBetween(
  old: readonly Paragraph[],
  now: readonly Paragraph[],
  same: (paragraph: Paragraph) => string = ({ text }) => text,
): Edit[] | null {
  const changes = diffArrays(old.map(same), now.map(same), { maxEditLength: MOST_CHANGES });
  if (!changes) return null;
  const edits: Edit[] = [];
  let [start, end, from, to] = [0, 0, 0, 0];
  for (const { added, removed, count } of [...changes, UNCHANGED]) {
    if (!removed) to += count;
    if (!added) end += count;
    if (added || removed) continue;
    const [oldEnd, newEnd] = [end - count, to - count];
    if (oldEnd > start || newEnd > from) {
      edits.push({ start, end: oldEnd, insert: now.slice(from, newEnd) });
    }
    [start, from] = [end, to];
  }
  return edits;
}

/** Ends the last edit. */
const UNCHANGED = { added: false, removed: false, count: 0 };

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What turns one text into another, paragraph by paragraph, so that a caret elsewhere stays where it is. */
export function textChanges(old: string, now: string): TextChange[] {
  const [before, after] = [paragraphsOf(old), paragraphsOf(now)];
  const whole = ({ text, gap }: Paragraph) => text + gap;
  const edits = editsBetween(before, after, whole);
  if (!edits) return [trimmed(old, { from: 0, to: old.length, insert: now })];
  const starts = [0];
  for (const each of before) starts.push((starts.at(-1) ?? 0) + whole(each).length);
  return edits.flatMap(oneByOne).map(({ start, end, insert }) =>
    trimmed(old, {
      ...{ from: starts[start] ?? old.length, to: starts[end] ?? old.length },
      insert: insert.map(whole).join(''),
    }),
  );
}

/** As many for as many: each took the place of one. */
export const oneByOne = (edit: Edit): Edit[] =>
  edit.insert.length === edit.end - edit.start
    ? edit.insert.map((paragraph, at) => ({
        ...{ start: edit.start + at, end: edit.start + at + 1, insert: [paragraph] },
      }))
    : [edit];

/** Without what is the same at both ends. */
function trimmed(old: string, { from, to, insert }: TextChange): TextChange {
  const most = Math.min(to - from, insert.length);
  let start = 0;
  while (start < most && old[from + start] === insert[start]) start += 1;
  let end = 0;
  while (end < most - start && old[to - 1 - end] === insert[insert.length - 1 - end]) end += 1;
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
}
