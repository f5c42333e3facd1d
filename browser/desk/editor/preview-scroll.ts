// Scrolls the preview with the text: the same paragraph is at the top of both.

import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';

export interface Step {
  at: number;
  of: number;
}

/** The scroll position counted in blocks: `of` is the number of blocks in the text, `at` goes from 0 to `of`. */
export function placeIn(view: EditorView, top: number): Step | null {
  const tree = syntaxTree(view.state);
  // The end of a long text may not be parsed yet.
  if (tree.length < view.state.doc.length) return null;
  const line = view.lineBlockAtHeight(Math.max(0, top - view.documentTop));
  let of = 0;
  let at = 0;
  for (let block = tree.topNode.firstChild; block; block = block.nextSibling) {
    of += 1;
    if (block.to <= line.from) at = of;
    else if (block.from < line.from)
      at = of - 1 + (line.from - block.from) / (block.to - block.from);
  }
  return of > 0 ? { at, of } : null;
}

export function keepInStep(view: EditorView, pane: HTMLElement, top: number): void {
  const room = pane.scrollHeight - pane.clientHeight;
  const text = pane.querySelector('.text');
  const { bottom } = view.dom.getBoundingClientRect();
  const place = placeIn(view, top);
  if (view.documentTop >= top || !text) {
    pane.scrollTop = 0;
  } else if (bottom <= innerHeight) {
    pane.scrollTop = room;
  } else if (place && text.children.length > 0) {
    pane.scrollTop = heightOf(text, pane, (place.at / place.of) * text.children.length);
  } else {
    pane.scrollTop = ((top - view.documentTop) / view.contentHeight) * room;
  }
}

/** Scrolls the page to the same position if the preview has replaced the text. */
export function goToStep(pane: HTMLElement, { at, of }: Step, top: number): void {
  const text = pane.querySelector('.text');
  if (!text || at === 0) return;
  const begins = heightOf(text, pane, (at / of) * text.children.length);
  scrollTo(0, pane.getBoundingClientRect().top + scrollY + begins - top);
}

/** The offset of the nth block in the pane; `nth` may have a fraction. */
function heightOf(text: Element, pane: HTMLElement, nth: number): number {
  const block = text.children[Math.min(Math.floor(nth), text.children.length - 1)];
  if (!block) return 0;
  const { top, height } = block.getBoundingClientRect();
  const begins = top - pane.getBoundingClientRect().top + pane.scrollTop;
  return begins + (nth % 1) * height;
}
