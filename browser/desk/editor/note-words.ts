// Notes on words that are selected in the text: fills in the form of a new note once the text is saved.

import type { EditorView } from '@codemirror/view';
import { goToForm, NOTE_WANTED, noteForm } from '../note-form.ts';
import type { Autosave } from './saving/autosave.ts';

/** Characters of context before and after the words, by which the service finds the words again. */
const AROUND = 64;

/** A note refers to a version, so the text is saved first. The forms of the conversation wait for the save as well. */
export function takeNotes(view: EditorView, autosave: Autosave): void {
  const form = noteForm();
  if (!form) return;
  view.dom.addEventListener(NOTE_WANTED, async () => {
    const { from, to } = view.state.selection.main;
    const text = view.state.doc.toString();
    if (!autosave.isClean && !(await autosave.save(true))) return;
    goToForm(form, {
      version: String(autosave.last.version),
      exact: text.slice(from, to),
      prefix: text.slice(Math.max(0, from - AROUND), from),
      suffix: text.slice(to, to + AROUND),
      start: String(from),
    });
  });
  for (const each of document.querySelectorAll<HTMLFormElement>('.conversation form')) {
    each.addEventListener('submit', async (event) => {
      if (autosave.isClean) return;
      event.preventDefault();
      const { submitter } = event;
      if (!(await autosave.save(true))) return;
      each.requestSubmit(submitter instanceof HTMLElement ? submitter : null);
    });
  }
}
