// The row of tools on touch screens, above the keyboard: there is no bubble there, since the system
// has one of its own over a selection.

import type { EditorView } from '@codemirror/view';
import { element } from '../element.ts';
import { noteTools } from './note-tool.ts';
import { toolRow } from './tools.ts';

const TOOLS = [
  ...['Bold', 'Italic', 'Heading', 'Link', 'Quote', 'List', 'Numbered list', 'Code'],
  ...['Undo', 'Redo'],
];

export function touchRow(view: EditorView, more: HTMLButtonElement[]): HTMLElement {
  const row = element(
    'div',
    { class: 'touch-row', role: 'toolbar', 'aria-label': 'Formatting' },
    ...toolRow(view, TOOLS, [...more, ...noteTools(view)]),
  );
  // The keyboard covers the foot of the page, and only this tells how much of it.
  const viewport = visualViewport;
  const rise = () => {
    if (!viewport) return;
    const covered = innerHeight - viewport.height - viewport.offsetTop;
    row.style.bottom = `${Math.max(0, covered)}px`;
  };
  viewport?.addEventListener('resize', rise);
  viewport?.addEventListener('scroll', rise);
  return row;
}
