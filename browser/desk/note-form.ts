// The form of a new note, filled in with words that were marked on the page.

/** What the editor's bubble says when "Note" is pressed. */
export const NOTE_WANTED = 'note-wanted';

export const noteForm = () => document.querySelector<HTMLFormElement>('form[data-note-form]');

export interface MarkedWords {
  readonly version: string;
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Where they begin in the text; empty where the page doesn't know. */
  readonly start: string;
}

/** The focus goes to what is still to be written. Half a character at the edges would be sent as another. */
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
