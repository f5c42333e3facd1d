// Buttons for formats, used in the bubble and in the row of tools on touch screens.

import type { EditorView } from '@codemirror/view';
import { button } from '../element.ts';
import { keyWords } from '../key-words.ts';
import { walk } from '../roving-tabindex.ts';
import { FORMATS } from './formatting.ts';

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
  // Keeps the focus in the text, so that a phone's keyboard stays open.
  for (const one of tools) one.addEventListener('mousedown', (event) => event.preventDefault());
  walk(tools);
  return tools;
}

function tool(view: EditorView, { name, sign, key, apply }: (typeof FORMATS)[number]) {
  const act = () => {
    apply(view);
    // The popover of the link has the focus now.
    if (name !== 'Link') view.focus();
  };
  return button(sign, act, {
    class: `tool ${name.toLowerCase().replace(' ', '-')}`,
    title: key ? `${name} (${keyWords(key)})` : name,
    'aria-label': name,
  });
}
