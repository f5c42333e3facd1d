// Backspace at the start of a paragraph, item or line joins it with the one before; Delete at the end, with the one
// after.

import type { EditorState, Line, TransactionSpec } from '@codemirror/state';
import { type Container, containersAt, contentStart, isBlank } from './containers.ts';
import { leave } from './enter/enter-list.ts';
import { textLine } from './paragraphs.ts';
import { codeBlockAt, nodeAround } from './syntax.ts';

const PAIRS = ['***', '**', '*', '~~', '`'];
const HEADING = /^#{1,6}\s+/;
const NOT_JOINED = ['FencedCode', 'CodeBlock', 'Table', 'HorizontalRule'];

/** Returns null if Backspace should only delete a character. */
export function joinBackward(state: EditorState): TransactionSpec | null {
  const pos = state.selection.main.head;
  const pair = PAIRS.find(
    (mark) =>
      state.sliceDoc(pos - mark.length, pos) === mark &&
      state.sliceDoc(pos, pos + mark.length) === mark,
  );
  if (codeBlockAt(state, pos)) return null;
  if (pair) return { changes: { from: pos - pair.length, to: pos + pair.length } };
  const line = state.doc.lineAt(pos);
  const containers = containersAt(state, pos);
  const start = line.from + contentStart(line, containers);
  const heading = HEADING.exec(state.sliceDoc(start, line.to))?.[0] ?? '';
  if (heading !== '' && pos === start + heading.length)
    return { changes: { from: start, to: pos } };
  // At the start of a line, before the mark of an item or quote, Backspace acts as if the caret were after the mark.
  const at = pos === line.from && containers.length > 0 ? start : pos;
  if (at !== start) return null;
  return (
    joinBrokenLine(state, line, pos) ??
    (containers.length > 0 ? joinInContainers(state, line, at, containers) : null) ??
    (pos === line.from ? joinParagraph(state, line, pos) : null)
  );
}

/** Returns null if Delete should only delete a character. */
export function joinForward(state: EditorState): TransactionSpec | null {
  const pos = state.selection.main.head;
  const line = state.doc.lineAt(pos);
  if (pos !== line.to || line.number === state.doc.lines || isBlank(line)) return null;
  if (codeBlockAt(state, pos)) return null;
  const below = state.doc.line(line.number + 1);
  if (isBlank(below)) {
    const next = textLine(state, below, 1);
    return next && joinParagraph(state, next, next.from);
  }
  const start = below.from + contentStart(below, containersAt(state, below.to));
  const broken = joinBrokenLine(state, below, start);
  if (broken || start === below.from) return broken;
  return { changes: { from: pos, to: start } };
}

/** Deletes a line break with its backslash or spaces. */
function joinBrokenLine({ doc }: EditorState, line: Line, start: number): TransactionSpec | null {
  if (line.number === 1) return null;
  const above = doc.line(line.number - 1);
  const sign = /(?<!\\)(?:\\\\)*(\\)$|(\S)( {2,})$/.exec(above.text);
  const length = sign?.[1]?.length ?? sign?.[3]?.length ?? 0;
  return length > 0 ? deleted(above.to - length, start) : null;
}

function joinInContainers(
  state: EditorState,
  line: Line,
  pos: number,
  containers: readonly Container[],
): TransactionSpec | null {
  const inner = containers.at(-1);
  if (!inner || pos === line.from) return null;
  const words = state.sliceDoc(pos, line.to);
  if (inner.kind === 'item') {
    const isFirstLine = inner.from >= line.from;
    return isFirstLine ? leave(state, line, containers, words) : null;
  }
  const before = textAbove(state, line);
  if (before && before.from >= inner.node.from) return joined(state, before, pos);
  return leave(state, line, containers, words);
}

function textAbove(state: EditorState, line: Line): Line | null {
  for (let at = line.number - 1; at >= 1; at -= 1) {
    const above = state.doc.line(at);
    if (!isBlank(above)) return above;
  }
  return null;
}

/** Joins a paragraph or heading that follows a blank line with the text before it. */
function joinParagraph(state: EditorState, line: Line, pos: number): TransactionSpec | null {
  if (line.number === 1) return null;
  const isEmpty = line.text.trim() === '';
  const above = state.doc.line(line.number - 1);
  const before = textLine(state, line, -1);
  if (!before) return { changes: { from: 0, to: pos } };
  const isAlone = line.number < state.doc.lines && !isBlank(state.doc.line(line.number + 1));
  if (isEmpty && isAlone && above.text.trim() !== '') return goTo(before.to);
  if (isEmpty) return deleted(before.to, line.to);
  if (above.text.trim() !== '') return null;
  const isFixed =
    nodeAround(state, before.to, -1, NOT_JOINED) !== null ||
    nodeAround(state, line.from, 1, [...NOT_JOINED, 'BulletList', 'OrderedList', 'Blockquote']);
  if (isFixed) return goTo(before.to);
  const heading = HEADING.exec(line.text)?.[0].length ?? 0;
  return joined(state, before, pos + heading);
}

/**
 * Deletes the break between two lines. If one ends in bold and the other begins in bold, the marks between are deleted
 * too.
 */
function joined(state: EditorState, before: Line, to: number): TransactionSpec {
  const end = before.to - (/\s*$/.exec(before.text)?.[0].length ?? 0);
  const mark = ['**', '~~', '*'].find(
    (each) =>
      endsWithMark(state.sliceDoc(before.from, end), each) &&
      state.sliceDoc(to, to + each.length) === each,
  );
  return deleted(end - (mark?.length ?? 0), to + (mark?.length ?? 0));
}

const endsWithMark = (text: string, mark: string) =>
  text.endsWith(mark) && text.indexOf(mark) < text.length - mark.length;

const deleted = (from: number, to: number): TransactionSpec => ({
  changes: { from, to },
  selection: { anchor: from },
});

const goTo = (anchor: number): TransactionSpec => ({ selection: { anchor } });
