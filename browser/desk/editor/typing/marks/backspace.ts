// Backspace right after bold, italic or code deletes the last letter, not half of the closing mark.

import { type EditorState, findClusterBreak, type TransactionSpec } from '@codemirror/state';
import { contentOf } from '../enter/inline-split.ts';
import { opensPair } from '../open-pairs.ts';
import { nodesAround, type SyntaxNode } from '../syntax.ts';

const MARKED = ['Emphasis', 'StrongEmphasis', 'Strikethrough', 'InlineCode'];

/** The length of the words after the last letter or word is deleted. */
type Shorter = (words: string) => number;

const withoutLetter: Shorter = (words) => findClusterBreak(words, words.length, false);
const withoutWord: Shorter = (words) => words.trimEnd().search(/\S+$/);

export const deleteLetterInMarks = (state: EditorState) => deleteInMarks(state, withoutLetter);
export const deleteWordInMarks = (state: EditorState) => deleteInMarks(state, withoutWord);

function deleteInMarks(state: EditorState, shorter: Shorter): TransactionSpec | null {
  const pos = state.selection.main.head;
  const outer = markedBefore(state, pos);
  if (!outer) return null;
  let { from, to } = outer;
  for (let node: SyntaxNode | null = outer; node; node = markedBefore(state, to)) {
    const content = contentOf(node);
    if (!content || content.to >= to || content.from < from) break;
    [from, to] = [content.from, content.to];
  }
  const words = state.sliceDoc(from, to);
  const left = Math.max(0, shorter(words));
  if (words.slice(0, left).trim() === '') return { changes: { from: outer.from, to: pos } };
  const mark = state.sliceDoc(to, pos);
  const end = pos - (words.length - left);
  // The remaining marks are treated as newly opened, so that trailing spaces move out of them when the caret leaves.
  const pair = { from: outer.from, to: end, mark };
  const isEven = state.sliceDoc(outer.from, from) === mark;
  return {
    changes: { from: from + left, to },
    selection: { anchor: from + left },
    ...(isEven && { effects: opensPair.of(pair) }),
  };
}

/** The outermost formatted node that ends at the position. */
function markedBefore(state: EditorState, pos: number): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (const node of nodesAround(state, pos, -1)) {
    if (node.to === pos && MARKED.includes(node.name)) found = node;
  }
  return found;
}
