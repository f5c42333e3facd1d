// What is typed, character by character: room for a paragraph, links from URLs, punctuation.

import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { autolinkBefore } from './autolink.ts';
import { belowFence } from './blocks/leave-block.ts';
import { openPair } from './open-pairs.ts';
import { textLine } from './paragraphs.ts';
import { styleFor } from './punctuation/quotes.ts';
import { replacementFor } from './punctuation/rules.ts';
import { isPunctuating, localeOf } from './punctuation/switch.ts';
import { replaces } from './replaced.ts';
import { codeBlockAt, isVerbatim } from './syntax.ts';

/** Nothing is changed while a word is composed: an input method would lose its place. */
export const typedText = EditorView.inputHandler.of((view, from, to, text) => {
  if (view.composing || view.compositionStarted || view.state.readOnly) return false;
  if (Array.from(text).length !== 1 || /[\n\r]/.test(text)) return false;
  if (spaceBeforePair(view, from, text)) return true;
  const moved = makeRoom(view, from, to, text);
  const at = moved ?? from;
  const end = moved ?? to;
  if (linkUrl(view, at, end, text) || punctuate(view, at, end, text)) return true;
  if (moved === null) return false;
  insert(view, at, end, text);
  return true;
});

function insert(view: EditorView, from: number, to: number, text: string): void {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
}

/** A space is no beginning of bold: it goes before the marks that wait for words. */
function spaceBeforePair(view: EditorView, pos: number, text: string): boolean {
  const pair = openPair(view.state);
  if (text !== ' ' || !pair || pair.to - pair.from !== 2 * pair.mark.length) return false;
  view.dispatch({
    changes: { from: pair.from, insert: text },
    selection: { anchor: pos + text.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
}

/** Words on a blank line that touches a paragraph are a paragraph of their own. */
function makeRoom(view: EditorView, from: number, to: number, text: string): number | null {
  const { state } = view;
  const below = from === to && /[^\s`~]/.test(text) ? belowFence(state, from) : null;
  if (below) {
    insert(view, below.at, below.at, below.room);
    return below.at + below.room.length;
  }
  const line = state.doc.lineAt(from);
  if (from !== to || line.text !== '' || codeBlockAt(state, from)) return null;
  const before = touching(state, from, -1) ? '\n' : '';
  const after = touching(state, from, 1) ? '\n' : '';
  if (!before && !after) return null;
  view.dispatch({
    changes: { from, insert: before + after },
    selection: { anchor: from + before.length },
    userEvent: 'input.type',
  });
  return from + before.length;
}

/** Not a table: its rows are typed below each other. Nor a line break: the text goes on there. */
function touching(state: EditorState, pos: number, step: -1 | 1): boolean {
  const line = state.doc.lineAt(pos);
  const next = textLine(state, line, step);
  if (!next || Math.abs(next.number - line.number) > 1 || codeBlockAt(state, next.to)) return false;
  if (step === 1) return true;
  return !/^\s*\||(?:\\| {2})$/.test(next.text);
}

function linkUrl(view: EditorView, from: number, to: number, text: string): boolean {
  if (text !== ' ' || from !== to) return false;
  const link = autolinkBefore(view.state, from);
  if (!link) return false;
  const { from: start, text: line } = view.state.doc.lineAt(from);
  const word = /\S+$/.exec(line.slice(0, from - start))?.[0] ?? '';
  const changes = view.state.changes([...link.changes, { from, insert: text }]);
  const end = from + link.added + text.length;
  view.dispatch({
    changes,
    selection: { anchor: end },
    effects: replaces.of({ from: from - word.length, to: end, typed: word + text }),
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
}

function punctuate(view: EditorView, from: number, to: number, key: string): boolean {
  const { state } = view;
  if (!isPunctuating(view) || isVerbatim(state, from)) return false;
  const style = styleFor(localeOf(view));
  const line = state.doc.lineAt(from);
  const found = style && replacementFor(line.text.slice(0, from - line.from), key, style);
  if (!found) return false;
  const start = from - found.removed;
  const end = start + found.insert.length;
  view.dispatch({
    changes: { from: start, to, insert: found.insert },
    selection: { anchor: end },
    effects: replaces.of({ from: start, to: end, typed: found.typed }),
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
}
