// Home moves to the words of a line, past the marks of lists, quotes and headings; pressed again, to the line's start.

import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { containersAt, contentStart } from '../containers.ts';
import { codeBlockAt } from '../syntax.ts';

const HEADING = /^#{1,6}\s+/;

export const home = (view: EditorView, isSelecting = false): boolean => {
  const { state } = view;
  const { anchor, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const start = codeBlockAt(state, head) ? line.from : wordsOf(view, head);
  const boundary = view.moveToLineBoundary(state.selection.main, false).head;
  // In a later row of a wrapped line, Home moves to the start of that row.
  const isBelow = boundary > start;
  if (start === line.from || isBelow || head === start) return false;
  const selection = isSelecting
    ? EditorSelection.range(anchor, start)
    : EditorSelection.cursor(start, 1);
  view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' });
  return true;
};

function wordsOf({ state }: EditorView, pos: number): number {
  const line = state.doc.lineAt(pos);
  const start = line.from + contentStart(line, containersAt(state, line.to));
  return start + (HEADING.exec(state.sliceDoc(start, line.to))?.[0].length ?? 0);
}
