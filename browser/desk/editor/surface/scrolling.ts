// Where the caret may stand: never under a bar, and in the middle for those who like it there.

import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { barHeight } from '../bar.ts';

/** A line of room, so that the caret does not touch a bar. */
const ROOM = 24;

const heightOf = (place: string) => {
  const found = document.querySelector(place);
  return found && getComputedStyle(found).position === 'fixed'
    ? found.getBoundingClientRect().height
    : 0;
};

const FOOT = ['.touch-row', '.table-tools', '[data-unsaved]'];

const footHeight = () => FOOT.reduce((sum, place) => sum + heightOf(place), 0);

/** Clear of the bar and what may be below it, and of what is at the foot of the window. */
export const clearOfBars = EditorView.scrollMargins.of(() => ({
  top: barHeight() + heightOf('.find') + ROOM,
  bottom: Math.max(footHeight(), heightOf('.conflict')) + ROOM,
}));

/** Typewriter scrolling: the line that is written stays in the middle of the window. */
export const typewriter = (isOn: () => boolean) =>
  EditorState.transactionExtender.of((transaction) => {
    const isTyped = transaction.isUserEvent('input') || transaction.isUserEvent('delete');
    if (!transaction.docChanged || !isTyped || !isOn()) return null;
    const { head } = transaction.newSelection.main;
    return { effects: EditorView.scrollIntoView(head, { y: 'center' }) };
  });

export const keepCaretInSight = (view: EditorView) =>
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
