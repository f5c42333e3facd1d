// Handles typing character by character: makes room for a paragraph, turns URLs into links, replaces punctuation.

import { EditorView } from '@codemirror/view';
import { autolinkBefore } from './autolink.ts';
import { makeRoom } from './blocks/make-room.ts';
import { openPair } from './open-pairs.ts';
import { escapedNumber } from './prose-numbers.ts';
import { signAt } from './punctuation/sign-at.ts';
import { replaces } from './replaced.ts';

/** Changes nothing while a word is being composed, since an input method would lose its place. */
export const typedText = EditorView.inputHandler.of((view, from, to, text) => {
  if (view.composing || view.compositionStarted || view.state.readOnly) return false;
  if (Array.from(text).length !== 1 || /[\n\r]/.test(text)) return false;
  if (spaceBeforePair(view, from, text)) return true;
  const isAtCaret = from === to && from === view.state.selection.main.head;
  const moved = isAtCaret ? makeRoom(view, text, 'input.type') : null;
  const at = moved ?? from;
  const end = moved ?? to;
  if (linkUrl(view, at, end, text) || asProse(view, at, end, text)) return true;
  if (punctuate(view, at, end, text)) return true;
  if (moved === null) return false;
  view.dispatch({
    changes: { from: at, insert: text },
    selection: { anchor: at + text.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
});

/** A space typed between empty marks goes before them: bold can't begin with a space. */
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

function linkUrl(view: EditorView, from: number, to: number, text: string): boolean {
  if (text !== ' ' || from !== to) return false;
  const link = autolinkBefore(view.state, from);
  if (!link) return false;
  const word = view.state.sliceDoc(link.from, from);
  const changes = view.state.changes([...link.changes, { from, insert: text }]);
  const end = from + link.added + text.length;
  view.dispatch({
    changes,
    selection: { anchor: end },
    effects: replaces.of({ from: link.from, to: end, typed: word + text }),
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
}

function asProse(view: EditorView, from: number, to: number, text: string): boolean {
  const spec = from === to ? escapedNumber(view.state, from, text) : null;
  if (spec) view.dispatch(spec, { scrollIntoView: true, userEvent: 'input.type' });
  return spec !== null;
}

function punctuate(view: EditorView, from: number, to: number, key: string): boolean {
  const sign = signAt(view, from, to, key);
  if (!sign) return false;
  const selection = { anchor: sign.end };
  view.dispatch({ ...sign.spec, selection, scrollIntoView: true, userEvent: 'input.type' });
  return true;
}
