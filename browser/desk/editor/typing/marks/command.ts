// The commands for bold and italic, with or without a selection.

import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { openPair, opensPair } from '../open-pairs.ts';
import { isVerbatim, nodeAround, type SyntaxNode } from '../syntax.ts';
import { toggleOver } from './toggle.ts';
import { type Format, MARKS } from './units.ts';

const NODES: { readonly [format in Format]: string } = {
  bold: 'StrongEmphasis',
  italic: 'Emphasis',
};

export const toggle =
  (format: Format): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to, empty } = state.selection.main;
    const spec = empty ? atCaret(state, format, from) : toggleOver(state, format, from, to);
    if (spec) dispatch(state.update(spec, { userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };

function atCaret(state: EditorState, format: Format, pos: number): TransactionSpec | null {
  const mark = MARKS[format];
  const pair = openPair(state);
  if (pair?.mark === mark) {
    const isEmpty = pair.to - pair.from === 2 * mark.length;
    return isEmpty
      ? { changes: { from: pair.from, to: pair.to } }
      : { selection: { anchor: pair.to } };
  }
  return (
    enterOrLeave(state, format, pos) ?? overWord(state, format, pos) ?? pairAt(state, mark, pos)
  );
}

/** At the end of bold or italic, moves the caret past the closing mark; right after the mark, back inside. */
function enterOrLeave(state: EditorState, format: Format, pos: number): TransactionSpec | null {
  for (const side of [-1, 1] as const) {
    const node = nodeAround(state, pos, side, [NODES[format]]);
    const spec = node && atNode(state, format, pos, node);
    if (spec) return spec;
  }
  return null;
}

function atNode(
  state: EditorState,
  format: Format,
  pos: number,
  node: SyntaxNode,
): TransactionSpec | null {
  const { firstChild, lastChild } = node;
  if (!firstChild || !lastChild) return null;
  if (pos === lastChild.from) return { selection: { anchor: node.to } };
  if (pos === node.to) return again(node, lastChild.from, MARKS[format]);
  if (pos === node.from) return again(node, firstChild.to, MARKS[format]);
  const isInWord = wordAround(state, pos) !== null;
  return isInWord ? null : toggleOver(state, format, firstChild.to, lastChild.from);
}

const again = ({ from, to }: SyntaxNode, anchor: number, mark: string): TransactionSpec => ({
  selection: { anchor },
  effects: opensPair.of({ from, to, mark }),
});

function wordAround(state: EditorState, pos: number) {
  const word = state.wordAt(pos);
  return word && word.from < pos && pos < word.to ? word : null;
}

/** Formats the word around the caret and keeps the caret's place in it. */
function overWord(state: EditorState, format: Format, pos: number): TransactionSpec | null {
  const word = wordAround(state, pos);
  const spec = word && toggleOver(state, format, word.from, word.to);
  if (!word || !spec) return null;
  const { selection } = state.update(spec);
  return {
    ...spec,
    selection: EditorSelection.cursor((selection?.main.from ?? 0) + pos - word.from),
  };
}

function pairAt(state: EditorState, mark: string, pos: number): TransactionSpec | null {
  if (isVerbatim(state, pos)) return null;
  return {
    changes: { from: pos, insert: mark + mark },
    selection: { anchor: pos + mark.length },
    effects: opensPair.of({ from: pos, to: pos + 2 * mark.length, mark }),
  };
}
