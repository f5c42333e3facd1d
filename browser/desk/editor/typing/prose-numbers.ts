// Keeps a number with a full stop at the start of a line, such as a year, from becoming a list.

import type { EditorState, TransactionSpec } from '@codemirror/state';
import { blankOf, type Container, containersAt, prefixOf } from './containers.ts';
import { replaces } from './replaced.ts';

/** How many lines to look back for a list that this number continues. */
const MOST_LINES = 500;
const NUMBERED = /^[\s>]*(\d{1,9})[.)](?:\s|$)/;

/** Adds a backslash if the key would begin a list by mistake. One Backspace removes it and begins the list. */
export function escapedNumber(
  state: EditorState,
  pos: number,
  key: string,
): TransactionSpec | null {
  const { from, text } = state.doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  if (key === ' ' && /\d[.)]$/.test(before) && isProse(state, pos)) {
    const sign = before.slice(-1);
    return escaped(pos - 1, pos, `${sign}${key}`);
  }
  // The number may have been typed before existing words.
  const isBeforeSpace = /\d$/.test(before) && /^\s/.test(text.slice(pos - from));
  if (!/^[.)]$/.test(key) || !isBeforeSpace) return null;
  const tried = state.update({ changes: { from: pos, insert: key } }).state;
  return isProse(tried, pos + 1) ? escaped(pos, pos, key) : null;
}

function escaped(from: number, to: number, typed: string): TransactionSpec {
  const end = from + 1 + typed.length;
  return {
    changes: { from, to, insert: `\\${typed}` },
    selection: { anchor: end },
    effects: replaces.of({ from, to: end, typed }),
  };
}

/** Enter directly after such a number begins a paragraph, instead of leaving an empty list item. */
export function afterNumber(state: EditorState, pos: number): TransactionSpec | null {
  const line = state.doc.lineAt(pos);
  if (pos !== line.to || !isProse(state, pos)) return null;
  const outer = containersAt(state, pos).slice(0, -1);
  const insert = `\n${blankOf(outer)}\n${prefixOf(outer)}`;
  return {
    changes: [
      { from: pos - 1, insert: '\\' },
      { from: pos, insert },
    ],
    selection: { anchor: pos + 1 + insert.length },
  };
}

/** Whether the number before a position would begin a list that neither starts at 1 nor continues an earlier one. */
function isProse(state: EditorState, pos: number): boolean {
  const item = containersAt(state, pos).at(-1);
  const number = item && numberBefore(state, pos, item);
  if (!item || number === null || number === undefined || number < 2) return false;
  return !item.node.prevSibling && lastNumber(state, pos) !== number - 1;
}

function numberBefore(state: EditorState, pos: number, { kind, from }: Container): number | null {
  const digits = kind === 'item' ? /^(\d{1,9})[.)]$/.exec(state.sliceDoc(from, pos))?.[1] : null;
  return digits ? Number(digits) : null;
}

function lastNumber({ doc }: EditorState, pos: number): number | null {
  const { number } = doc.lineAt(pos);
  for (let at = number - 1; at >= Math.max(1, number - MOST_LINES); at -= 1) {
    const digits = NUMBERED.exec(doc.line(at).text)?.[1];
    if (digits) return Number(digits);
  }
  return null;
}
