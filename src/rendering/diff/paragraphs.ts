// Splits a text into paragraphs, joins them again, and finds edits between two texts.

import { diffArrays } from 'diff';

export interface Paragraph {
  readonly text: string;
  /** Line ends that follow the paragraph. */
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

/** Each paragraph but the last ends in a blank line, even if it was the last of the text that it comes from. */
export const textOf = (paragraphs: readonly Paragraph[]): string =>
  paragraphs
    .map(({ text, gap }, at) => {
      const isLast = at === paragraphs.length - 1;
      return text + (isLast || gap.length >= BLANK_LINE.length ? gap : BLANK_LINE);
    })
    .join('');

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly insert: readonly Paragraph[];
}

/** Number of edits beyond which two texts have little in common; finding that many takes a tenth of a second. */
const MOST_CHANGES = 1_000;

/** Edits in order, never adjacent; null if there are too many to find. */
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

const UNCHANGED = { added: false, removed: false, count: 0 };

/** Old paragraphs from `start` to `end`, after the edits inside that range. */
export function applied(
  edits: readonly Edit[],
  old: readonly Paragraph[],
  start = 0,
  end = old.length,
): Paragraph[] {
  const made: Paragraph[] = [];
  let at = start;
  for (const edit of edits) {
    made.push(...old.slice(at, edit.start), ...edit.insert);
    at = edit.end;
  }
  return [...made, ...old.slice(at, end)];
}

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Changes are made by paragraph, so that a caret in another paragraph stays in its place. */
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

export const oneByOne = (edit: Edit): Edit[] =>
  edit.insert.length === edit.end - edit.start
    ? edit.insert.map((paragraph, at) => ({
        ...{ start: edit.start + at, end: edit.start + at + 1, insert: [paragraph] },
      }))
    : [edit];

/** Leaves out text that is equal at both ends of the change. */
function trimmed(old: string, { from, to, insert }: TextChange): TextChange {
  const most = Math.min(to - from, insert.length);
  let start = 0;
  while (start < most && old[from + start] === insert[start]) start += 1;
  let end = 0;
  while (end < most - start && old[to - 1 - end] === insert[insert.length - 1 - end]) end += 1;
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
}
