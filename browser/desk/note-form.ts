// The form of a new note, filled in with the words that were selected on the page.

/** The event that the editor dispatches when “Note” is pressed. */
export const NOTE_WANTED = 'note-wanted';

export const noteForm = () => document.querySelector<HTMLFormElement>('form[data-note-form]');

export interface MarkedWords {
  readonly version: string;
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  /** The offset of the words in the text; empty if the page doesn't know it. */
  readonly start: string;
}

/**
 * Fills in the form and focuses the note's text. Half a surrogate pair at an edge is cut off, since it would be sent as
 * another character.
 */
export function goToForm(form: HTMLFormElement, { prefix, suffix, ...words }: MarkedWords): void {
  const around = {
    prefix: prefix.replace(/^[\uDC00-\uDFFF]/, ''),
    suffix: suffix.replace(/[\uD800-\uDBFF]$/, ''),
  };
  for (const [name, value] of Object.entries({ ...words, ...around })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = value;
  }
  form.closest('details')?.setAttribute('open', '');
  const body = form.elements.namedItem('body');
  if (body instanceof HTMLTextAreaElement) body.focus();
}
