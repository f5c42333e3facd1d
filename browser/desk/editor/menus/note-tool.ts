// The “Note” tool, next to the formats: starts a note on the selected words.

import type { EditorView } from '@codemirror/view';
import { NOTE_WANTED, noteForm } from '../../note-form.ts';
import { button } from '../element.ts';

/** Empty if the page has no form for notes. */
export function noteTools(view: EditorView): HTMLButtonElement[] {
  if (!noteForm()) return [];
  const note = button('Note', () => void view.dom.dispatchEvent(new Event(NOTE_WANTED)), {
    class: 'tool note',
    title: 'Write a note about the selected words',
    'aria-label': 'Note',
  });
  return [note];
}
