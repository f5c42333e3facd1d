// Paragraphs and the blank lines between them.

import type { EditorState, Line, TransactionSpec } from '@codemirror/state';

/** The number of blank lines before a position, and whether only blank lines are before it. */
export function blankLines(state: EditorState, pos: number): { before: number; isFirst: boolean } {
  const { number } = state.doc.lineAt(pos);
  let first = number;
  while (first > 1 && state.doc.line(first - 1).text.trim() === '') first -= 1;
  return { before: number - first, isFirst: first === 1 };
}

/** The nearest line with text before or after a line. */
export function textLine(state: EditorState, from: Line, step: -1 | 1): Line | null {
  for (let at = from.number + step; at >= 1 && at <= state.doc.lines; at += step) {
    const line = state.doc.line(at);
    if (line.text.trim() !== '') return line;
  }
  return null;
}

/**
 * The length of a line break's backslash at the end of a line. Without a following line, it would be published as text.
 */
export const brokenLength = ({ text }: Line) => (/(?<!\\)(?:\\\\)*\\$/.test(text) ? 1 : 0);

/** Gives a blank line the room that a paragraph needs: one blank line on each side. */
export function roomFor(state: EditorState, line: Line): TransactionSpec | null {
  const before = textLine(state, line, -1);
  const after = textLine(state, line, 1);
  const isApart = !before || line.number - before.number > 1;
  const isApartAfter = !after || after.number - line.number > 1;
  if (isApart && isApartAfter) return null;
  const from = before ? before.to - brokenLength(before) : 0;
  const to = after?.from ?? state.doc.length;
  const start = before ? '\n\n' : '';
  return {
    changes: { from, to, insert: start + (after ? '\n\n' : '') },
    selection: { anchor: from + start.length },
  };
}
