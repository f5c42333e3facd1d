// Whether signs are replaced as they are typed: each writer's choice, stored in this browser.

import type { EditorView } from '@codemirror/view';
import { element } from '../../element.ts';

const formOf = (view: EditorView) => view.dom.closest('form');

/** Not among the keys of unsaved changes, which begin with the name of the service. */
const keyFor = (view: EditorView) =>
  `writing punctuation ${formOf(view)?.dataset['account'] ?? ''}`;

/** On, unless switched off; a browser without storage keeps it on. */
export function isPunctuating(view: EditorView): boolean {
  try {
    return localStorage.getItem(keyFor(view)) !== 'off';
  } catch {
    return true;
  }
}

/** The language of the piece, as the form has it now. */
export function localeOf(view: EditorView): string {
  const field = formOf(view)?.elements.namedItem('locale');
  const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  return isField ? field.value : '';
}

export function punctuationSwitch(view: EditorView): HTMLElement {
  const box = element('input', { type: 'checkbox' });
  box.checked = isPunctuating(view);
  box.addEventListener('change', () => {
    try {
      localStorage.setItem(keyFor(view), box.checked ? 'on' : 'off');
    } catch {
      // Without storage it stays on.
      box.checked = true;
    }
  });
  return element(
    'label',
    {
      class: 'punctuation-switch',
      title: 'Replaces straight quotes, hyphens and dots as you type. Backspace brings them back.',
    },
    box,
    ' Smart punctuation',
  );
}
