// Places a panel near some words, in the surface's own coordinates, so that it scrolls with them.

import type { EditorView } from '@codemirror/view';
import { clearBottom, clearTop } from './clear-space.ts';

/** The space between the words and the panel. */
const GAP = 8;
const EDGE = 8;

interface Span {
  from: number;
  to: number;
}

export interface Place {
  top: number;
  left: number;
}

/**
 * The position of the panel on the `first` side of the words, or on the other side if there is no room; null if the
 * words aren't drawn.
 */
export function besideWords(
  view: EditorView,
  panel: HTMLElement,
  { from, to }: Span,
  first: 'above' | 'below',
  gap = GAP,
): Place | null {
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  const surface = panel.offsetParent?.getBoundingClientRect();
  if (!surface || (!start && !end)) return null;
  const { offsetHeight: height, offsetWidth: width } = panel;
  const highest = clearTop() + EDGE;
  const lowest = clearBottom();
  const above = (start?.top ?? highest) - gap - height;
  const below = (end?.bottom ?? lowest) + gap;
  const hasRoomBelow = below + height <= lowest - EDGE;
  const isAbove = first === 'above' ? above >= highest || !hasRoomBelow : !hasRoomBelow;
  const top = isAbove ? Math.max(above, highest) : below;
  const left = Math.min((start ?? end)?.left ?? 0, innerWidth - EDGE - width);
  return { top: top - surface.top, left: Math.max(EDGE, left) - surface.left };
}

export function moveTo(panel: HTMLElement, { top, left }: Place): void {
  panel.style.top = `${top}px`;
  panel.style.left = `${left}px`;
}
