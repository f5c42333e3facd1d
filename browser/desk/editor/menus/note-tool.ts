// "Note", among the formats: where the page has a thread, the selected words go into a note.

import type { EditorView } from '@codemirror/view';
import { NOTE_WANTED, noteForm } from '../../note-form.ts';
import { button } from '../element.ts';

/** None where there is nobody to talk to. */
export function noteTools(view: EditorView): HTMLButtonElement[] {
  if (!noteForm()) return [];
  const note = button('Note', () => void view.dom.dispatchEvent(new Event(NOTE_WANTED)), {
    class: 'tool note',
    title: 'Write a note on these words',
    'aria-label': 'Note',
  });
  return [note];
}
