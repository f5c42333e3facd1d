// The formatting toolbar above the text.

import type { EditorView } from '@codemirror/view';
import { button, element } from './element.ts';
import { walk } from './roving-tabindex.ts';
import { FORMATS } from './typing/formatting.ts';

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

const keyWords = (key: string) =>
  key
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Alt', isMac ? '⌥' : 'Alt')
    .replace('Shift', isMac ? '⇧' : 'Shift')
    .replaceAll('-', isMac ? ' ' : '+');

export function toolbarFor(view: EditorView, more: HTMLButtonElement[]): HTMLElement {
  const formats = FORMATS.map(({ name, sign, key, apply }) =>
    button(
      sign,
      () => {
        apply(view);
        view.focus();
      },
      {
        class: `tool ${name.toLowerCase().replace(' ', '-')}`,
        title: key ? `${name} (${keyWords(key)})` : name,
        'aria-label': name,
      },
    ),
  );
  // Next to the link button, where it is in view on a phone too.
  const afterLink = FORMATS.findIndex(({ name }) => name === 'Link') + 1;
  const tools = [...formats.slice(0, afterLink), ...more, ...formats.slice(afterLink)];
  const bar = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Formatting' },
    ...tools,
  );
  walk(tools);
  return bar;
}
