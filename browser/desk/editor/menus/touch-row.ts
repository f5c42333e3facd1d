// The row of tools above the keyboard on touch screens. There is no bubble there, since the system shows its own menu
// over a selection.

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
  // The keyboard covers the bottom of the page, and only `visualViewport` shows how much of it.
  const viewport = visualViewport;
  let covered = 0;
  const rise = () => {
    if (!viewport) return;
    const before = covered;
    covered = Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    document.body.style.setProperty('--keyboard', `${covered}px`);
    repositionTooltips(view);
    // The browser scrolls the caret above the keyboard, but doesn't know of the row of tools.
    if (covered > before && view.hasFocus) keepCaretInSight(view);
  };
  viewport?.addEventListener('resize', rise);
  viewport?.addEventListener('scroll', rise);
  return row;
}
