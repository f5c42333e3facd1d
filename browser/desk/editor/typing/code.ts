// Toggles code: backticks around words in a line, or a fenced block around several lines.

import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { openPair, opensPair } from './open-pairs.ts';
import { codeBlockAt, isClosed, nodeAround, type SyntaxNode, treeAt } from './syntax.ts';

export const toggleCode: StateCommand = ({ state, dispatch }) => {
  dispatch(state.update(change(state), { userEvent: 'input.format', scrollIntoView: true }));
  return true;
};

function change(state: EditorState): TransactionSpec {
  const { from, to, empty } = state.selection.main;
  const block = codeBlockAt(state, from);
  if (block?.name === 'FencedCode') return withoutFences(state, block);
  if (state.doc.lineAt(from).number !== state.doc.lineAt(to).number) return fenced(state, from, to);
  const span = spanAround(state, from, to);
  if (span && empty && from === span.lastChild?.from) return { selection: { anchor: span.to } };
  if (span) return withoutTicks(state, span);
  if (!empty) return between(state, from, to);
  const word = state.wordAt(from);
  if (word && word.from < from && from < word.to) return between(state, word.from, word.to);
  return atCaret(state, from);
}

function atCaret(state: EditorState, pos: number): TransactionSpec {
  const pair = openPair(state);
  if (pair?.mark === '`') return { changes: { from: pair.from, to: pair.to } };
  return {
    changes: { from: pos, insert: '``' },
    selection: { anchor: pos + 1 },
    effects: opensPair.of({ from: pos, to: pos + 2, mark: '`' }),
  };
}

const spanAround = (state: EditorState, from: number, to: number) => {
  const span =
    nodeAround(state, from, 1, ['InlineCode']) ?? nodeAround(state, from, -1, ['InlineCode']);
  return span && span.from < to && span.to >= to && span.to > from ? span : null;
};

/** Puts backticks around words. Spaces stay outside, and marks of emphasis are removed, since code would show them. */
function between(state: EditorState, start: number, end: number): TransactionSpec {
  const chosen = state.sliceDoc(start, end);
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  if (from === to) return {};
  let words = '';
  let pos = from;
  treeAt(state, to).iterate({
    from,
    to,
    enter(node) {
      if (node.name !== 'EmphasisMark' || node.from < from || node.to > to) return;
      words += state.sliceDoc(pos, node.from);
      pos = node.to;
    },
  });
  words += state.sliceDoc(pos, to);
  const longest = (words.match(/`+/g) ?? []).reduce(
    (most, { length }) => Math.max(most, length),
    0,
  );
  const ticks = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(words) ? ' ' : '';
  const lead = ticks + pad;
  return {
    changes: { from, to, insert: lead + words + pad + ticks },
    selection: EditorSelection.range(from + lead.length, from + lead.length + words.length),
  };
}

function withoutTicks(state: EditorState, span: SyntaxNode): TransactionSpec {
  const [first, last] = [span.firstChild, span.lastChild];
  if (!first || !last) return {};
  const words = state.sliceDoc(first.to, last.from);
  const bare = /^ .*[^ ].* $/.test(words) ? words.slice(1, -1) : words;
  return {
    changes: { from: span.from, to: span.to, insert: bare },
    selection: EditorSelection.range(span.from, span.from + bare.length),
  };
}

/** Makes whole lines a fenced block, with blank lines around it if text is next to it. */
function fenced(state: EditorState, start: number, end: number): TransactionSpec {
  const first = state.doc.lineAt(start);
  const last = state.doc.lineAt(end);
  // Code keeps its line breaks, so the backslashes that mark them in prose are removed.
  const code = state.sliceDoc(first.from, last.to).replace(/\\$/gm, '');
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  const above = first.number > 1 && state.doc.line(first.number - 1).text.trim() !== '' ? '\n' : '';
  const isFollowed =
    last.number < state.doc.lines && state.doc.line(last.number + 1).text.trim() !== '';
  const lead = `${above}${fence}\n`;
  return {
    changes: {
      from: first.from,
      to: last.to,
      insert: `${lead}${code}\n${fence}${isFollowed ? '\n' : ''}`,
    },
    selection: EditorSelection.range(
      first.from + lead.length,
      first.from + lead.length + code.length,
    ),
  };
}

function withoutFences(state: EditorState, block: SyntaxNode): TransactionSpec {
  const first = state.doc.lineAt(block.from);
  const last = state.doc.lineAt(block.to);
  const changes = [{ from: first.from, to: Math.min(first.to + 1, state.doc.length) }];
  if (isClosed(block) && last.number > first.number)
    changes.push({ from: last.from - 1, to: last.to });
  return { changes };
}
