// Makes room for text that is typed or pasted on a blank line, and moves the caret there.

import type { EditorView } from '@codemirror/view';
import { roomAt } from './room.ts';

/** Returns the new position of the caret, or null if the text needs no extra room. */
export function makeRoom(view: EditorView, text: string, userEvent: string): number | null {
  const { main } = view.state.selection;
  const room = main.empty ? roomAt(view.state, main.head, text) : null;
  if (!room) return null;
  const anchor = room.at + room.before.length;
  view.dispatch({
    changes: { from: room.at, insert: room.before + room.after },
    selection: { anchor },
    userEvent,
  });
  return anchor;
}
