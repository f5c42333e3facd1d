// The row of tools on touch screens, above the keyboard: there is no bubble there, since the system
// has one of its own over a selection.

import { type EditorView, repositionTooltips } from '@codemirror/view';
import { element } from '../element.ts';
import { keepCaretInSight } from '../surface/scrolling.ts';
import { noteTools } from './note-tool.ts';
import { toolRow } from './tools.ts';

const TOOLS = [
  ...[
    'Bold',
    'Italic',
    'Heading',
    'Link',
    'Quote',
    'List',
    'Numbered list',
    'Code',
    'Strikethrough',
  ],
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
  let covered = 0;
  const rise = () => {
    if (!viewport) return;
    const before = covered;
    covered = Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    document.body.style.setProperty('--keyboard', `${covered}px`);
    repositionTooltips(view);
    // The browser brings it above the keyboard, and knows nothing of the row.
    if (covered > before && view.hasFocus) keepCaretInSight(view);
  };
  viewport?.addEventListener('resize', rise);
  viewport?.addEventListener('scroll', rise);
  return row;
}
