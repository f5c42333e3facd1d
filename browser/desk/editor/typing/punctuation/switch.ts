// The writer's switch for smart punctuation, stored in this browser.

import type { EditorView } from '@codemirror/view';
import { element } from '../../element.ts';

const formOf = (view: EditorView) => view.dom.closest('form');

/** The key must not begin with the service's name, as the keys of unsaved changes do. */
const keyFor = (view: EditorView) =>
  `writing punctuation ${formOf(view)?.dataset['account'] ?? ''}`;

/** Smart punctuation is on unless switched off, and in browsers without storage. */
export function isPunctuating(view: EditorView): boolean {
  try {
    return localStorage.getItem(keyFor(view)) !== 'off';
  } catch {
    return true;
  }
}

/** The piece's language, as currently chosen in the form. */
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
      // Without storage, smart punctuation can't be switched off.
      box.checked = true;
    }
  });
  return element(
    'label',
    {
      class: 'punctuation-switch',
      title:
        'Replaces straight quotes, hyphens and dots as you type. Press Backspace to undo a replacement.',
    },
    box,
    ' Smart punctuation',
  );
}
