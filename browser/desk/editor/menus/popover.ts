// A small form near some words: Enter or leaving it applies the values, Escape discards them.

import type { EditorView } from '@codemirror/view';
import { button, element } from '../element.ts';
import { besideWords, moveTo } from './float.ts';

interface Field {
  label: string;
  value: string;
  type: 'text' | 'url';
  hint?: string;
  /** The reason why a value can't be accepted, or null. */
  refusal?(value: string): string | null;
}

interface Popover {
  title: string;
  /** The words that the popover is about. */
  span: { from: number; to: number };
  fields: Field[];
  /** Buttons and links after “Done”. */
  more: HTMLElement[];
  /** The index of the field that gets the focus. */
  first: number;
  apply(values: string[]): void;
}

let made = 0;

/** Shows the error below its field and moves the focus to the field. */
function showRefusal(input: HTMLInputElement, words: string): void {
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  input.after(element('p', { class: 'error', id, role: 'alert' }, words));
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-errormessage', id);
  input.focus();
}

/** Returns a function that closes the popover without applying it. */
export function openPopover(view: EditorView, popover: Popover): () => void {
  const { title, span, fields, more, first, apply } = popover;
  const inputs: HTMLInputElement[] = [];
  const typedIn = (input: HTMLInputElement) => input.value.trim();
  const rows = fields.flatMap(({ label, value, type, hint }) => {
    made += 1;
    const id = `popover-${made}`;
    // The input is not type=url, which would refuse values that a writer may mean, such as a path on this site.
    const mode = type === 'url' ? { inputmode: 'url', autocapitalize: 'off', dir: 'ltr' } : {};
    const described = hint ? { 'aria-describedby': `${id}-hint` } : {};
    const input = element('input', { type: 'text', id, ...mode, ...described });
    input.value = value;
    inputs.push(input);
    const row = [element('label', { for: id }, label), input];
    return hint ? [...row, element('p', { class: 'hint', id: `${id}-hint` }, hint)] : row;
  });
  let isOpen = true;
  const close = () => {
    isOpen = false;
    box.remove();
    view.focus();
  };
  const isRefused = () =>
    inputs.some((input, at) => {
      const words = fields[at]?.refusal?.(typedIn(input)) ?? null;
      if (words !== null) showRefusal(input, words);
      return words !== null;
    });
  const done = () => {
    if (!isOpen || isRefused()) return;
    close();
    apply(inputs.map(typedIn));
  };
  const box = element(
    'div',
    { class: 'popover', role: 'dialog', 'aria-label': title },
    ...rows,
    element('div', { class: 'inline-group' }, button('Done', done, { class: 'primary' }), ...more),
  );
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) done();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !box.contains(relatedTarget)) done();
  });
  view.dom.parentElement?.append(box);
  const place = besideWords(view, box, span, 'below');
  if (place) moveTo(box, place);
  inputs[first]?.focus({ preventScroll: true });
  inputs[first]?.select();
  return close;
}
