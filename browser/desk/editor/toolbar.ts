// The row of buttons over the text. The arrow keys walk along it, as in any toolbar.

import type { EditorView } from '@codemirror/view';
import { button, element } from './element.ts';
import { FORMATS } from './formatting.ts';

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
  const tools = [...formats, ...more];
  const bar = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Formatting' },
    ...tools,
  );
  walk(tools);
  return bar;
}

/** One stop of the Tab key for all of them. */
function walk(tools: HTMLButtonElement[]): void {
  for (const [at, tool] of tools.entries()) {
    tool.tabIndex = at === 0 ? 0 : -1;
    tool.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = tools[(at + step + tools.length) % tools.length];
      if (step === 0 || !next) return;
      tool.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }
}
