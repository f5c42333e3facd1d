// Buttons for formats, as the bubble and the row on touch screens have them.

import type { EditorView } from '@codemirror/view';
import { button } from '../element.ts';
import { keyWords } from '../key-words.ts';
import { walk } from '../roving-tabindex.ts';
import { FORMATS } from './formatting.ts';

/** One Tab stop; the arrow keys move within it. */
export function toolRow(
  view: EditorView,
  names: readonly string[],
  more: HTMLButtonElement[] = [],
): HTMLButtonElement[] {
  const formats = names.flatMap((wanted) => {
    const format = FORMATS.find(({ name }) => name === wanted);
    return format ? [tool(view, format)] : [];
  });
  const tools = [...more, ...formats];
  // The focus, and with it the keyboard of a phone, stays in the text.
  for (const one of tools) one.addEventListener('mousedown', (event) => event.preventDefault());
  walk(tools);
  return tools;
}

function tool(view: EditorView, { name, sign, key, apply }: (typeof FORMATS)[number]) {
  const act = () => {
    apply(view);
    // The popover of a link has it now.
    if (name !== 'Link') view.focus();
  };
  return button(sign, act, {
    class: `tool ${name.toLowerCase().replace(' ', '-')}`,
    title: key ? `${name} (${keyWords(key)})` : name,
    'aria-label': name,
  });
}
