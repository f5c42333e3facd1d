// Keeps the caret clear of the bars, and in the middle of the window with typewriter scrolling.

import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { barHeight } from '../bar.ts';

/** The distance between the caret and a bar, about a line. */
const ROOM = 24;

const heightOf = (place: string) => {
  const found = document.querySelector(place);
  return found && getComputedStyle(found).position === 'fixed'
    ? found.getBoundingClientRect().height
    : 0;
};

const FOOT = ['.touch-row', '.table-tools', '[data-unsaved]'];

const footHeight = () => FOOT.reduce((sum, place) => sum + heightOf(place), 0);

/** Keeps the caret below the bar and the search panel, and above everything fixed at the bottom of the window. */
export const clearOfBars = EditorView.scrollMargins.of(() => ({
  top: barHeight() + heightOf('.find') + ROOM,
  bottom: Math.max(footHeight(), heightOf('.conflict')) + ROOM,
}));

/** Typewriter scrolling: keeps the current line in the middle of the window. */
export const typewriter = (isOn: () => boolean) =>
  EditorState.transactionExtender.of((transaction) => {
    const isTyped = transaction.isUserEvent('input') || transaction.isUserEvent('delete');
    if (!transaction.docChanged || !isTyped || !isOn()) return null;
    const { head } = transaction.newSelection.main;
    return { effects: EditorView.scrollIntoView(head, { y: 'center' }) };
  });

export const keepCaretInSight = (view: EditorView) =>
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
