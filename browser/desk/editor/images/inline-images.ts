// Shows images inline in the text; their Markdown appears when the cursor is on them.

import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { element } from '../element.ts';
import { editLinkAt } from '../menus/link-popover.ts';
import { decorateInView, followsCaret, isEntered } from '../surface/in-view.ts';

/** Only our own images: nothing is fetched from other sites while writing. */
const IMAGE =
  /!\[((?:\\.|[^\]\\])*)\]\((\/media\/[\w-]+)(?: "((?:\\.|[^"\\])*)")?\)(?:\{\.wide\})?/g;

class InlineImage extends WidgetType {
  readonly #alt: string;
  readonly #src: string;
  readonly #caption: string;

  constructor(alt: string, src: string, caption: string) {
    super();
    this.#alt = alt;
    this.#src = src;
    this.#caption = caption;
  }

  override eq(other: InlineImage): boolean {
    const isSame = other.#alt === this.#alt && other.#src === this.#src;
    return isSame && other.#caption === this.#caption;
  }

  toDOM(): HTMLElement {
    const [words, caption] = [this.#alt, this.#caption].map((text) => text.replace(/\\(.)/g, '$1'));
    return element(
      'span',
      { class: 'inline-image' },
      element('img', { src: this.#src, alt: '' }),
      ...(caption ? [element('span', { class: 'image-caption' }, caption)] : []),
      element(
        'span',
        { class: 'alt-text', title: 'Edit the description' },
        words || 'No description',
      ),
    );
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function imagesIn(view: EditorView): DecorationSet {
  const shown: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (const found of view.state.sliceDoc(from, to).matchAll(IMAGE)) {
      const [whole, alt = '', src = '', caption = ''] = found;
      const start = from + found.index;
      const end = start + whole.length;
      if (isEntered(view, { from: start, to: end })) continue;
      shown.push(
        Decoration.replace({ widget: new InlineImage(alt, src, caption) }).range(start, end),
      );
    }
  }
  return Decoration.set(shown);
}

export const inlineImages = [
  decorateInView(imagesIn, followsCaret),
  // A click on one goes to its Markdown; on the words below it, to what describes it.
  EditorView.domEventHandlers({
    mousedown({ target }, view) {
      const image = target instanceof Element ? target.closest('.inline-image') : null;
      if (!image) return false;
      const at = view.posAtDOM(image) + '!['.length;
      if (target instanceof Element && target.closest('.alt-text')) return editLinkAt(view, at);
      view.dispatch({ selection: { anchor: at } });
      view.focus();
      return true;
    },
  }),
];
