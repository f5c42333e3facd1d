// Toggles strikethrough over the selection, line by line, or over the word at the caret.

import type { EditorState, StateCommand } from '@codemirror/state';
import { nodeAround, type SyntaxNode, treeAt } from '../syntax.ts';
import { segmentsIn } from './segments.ts';
import { inlineNodes } from './units.ts';
import { isUnchanged } from './verify.ts';

const MARK = '~~';
const NAME = 'Strikethrough';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Change extends Span {
  readonly insert: string;
}

export const toggleStrike: StateCommand = ({ state, dispatch }) => {
  const span = chosen(state);
  const around = span && nodeAround(state, span.from, 1, [NAME]);
  const isStruck = around !== null && span !== null && around.to >= span.to;
  const changes = !span ? [] : isStruck ? withoutMarks(around) : struck(state, span);
  if (!span || changes.length === 0) return true;
  const { anchor, head } = state.selection.main;
  const set = state.changes(changes);
  const transaction = state.update({
    changes: set,
    selection: { anchor: inside(anchor, head), head: inside(head, anchor) },
    userEvent: 'input.format',
    scrollIntoView: true,
  });
  // Keeps the words selected without the new marks around them.
  function inside(pos: number, other: number): number {
    return set.mapPos(pos, pos <= other ? 1 : -1);
  }
  if (isUnchanged(state, transaction.state, span)) dispatch(transaction);
  return true;
};

/** The selection without spaces at its ends, or the word at the caret. */
function chosen(state: EditorState): Span | null {
  const { main } = state.selection;
  const { from, to } = main.empty ? (state.wordAt(main.head) ?? main) : main;
  const text = state.sliceDoc(from, to);
  if (text.trim() === '') return null;
  const lead = text.length - text.trimStart().length;
  return { from: from + lead, to: from + text.trimEnd().length };
}

const withoutMarks = (node: SyntaxNode): Change[] =>
  node.getChildren('StrikethroughMark').map(({ from, to }) => ({ from, to, insert: '' }));

/** Strikes whole links and emphasis, since marks can't cross. Strikethrough already inside loses its own marks. */
function struck(state: EditorState, { from, to }: Span): Change[] {
  const root = treeAt(state, to).topNode;
  return segmentsIn(state, from, to).flatMap((segment) => {
    const start = Math.max(segment.from, from);
    const end = Math.min(segment.to, to);
    const cut = inlineNodes(root, start, end).filter((node) => node.from < end && node.to > start);
    const low = Math.min(start, ...cut.map((node) => node.from));
    const high = Math.max(end, ...cut.map((node) => node.to));
    const text = state.sliceDoc(low, high);
    if (text.trim() === '') return [];
    const first = low + text.length - text.trimStart().length;
    const last = low + text.trimEnd().length;
    const inner = cut.filter(({ name }) => name === NAME).flatMap(withoutMarks);
    return [
      ...inner,
      { from: first, to: first, insert: MARK },
      { from: last, to: last, insert: MARK },
    ];
  });
}
