// Hides the URL of a link until the caret enters the link: only its words and a small icon are shown.

import { syntaxTree } from '@codemirror/language';
import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { element } from '../element.ts';
import { decorateInView, followsCaret, isEntered } from '../text/in-view.ts';
import { linkText } from '../text/link-nodes.ts';

class Sign extends WidgetType {
  readonly #url: string;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  override eq(other: Sign): boolean {
    return other.#url === this.#url;
  }

  toDOM(): HTMLElement {
    return element('span', { class: 'link-sign', title: this.#url }, '↗');
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const hidden = Decoration.replace({});

function folded(view: EditorView): DecorationSet {
  const { state } = view;
  const ranges: Range<Decoration>[] = [];
  const tree = syntaxTree(state);
  for (const { from, to } of view.visibleRanges) {
    tree.iterate({
      ...{ from, to },
      enter(node) {
        if (node.name !== 'Link') return;
        const link = linkText(node.node);
        if (!link || link.words.from === link.words.to || isEntered(view, link)) return;
        const sign = new Sign(state.sliceDoc(link.url.from, link.url.to));
        ranges.push(
          hidden.range(link.from, link.words.from),
          Decoration.replace({ widget: sign }).range(link.words.to, link.to),
        );
      },
    });
  }
  return Decoration.set(ranges, true);
}

/** A click on the icon of a link calls `edit` with the link's position. */
export const foldedLinks = (edit: (view: EditorView, at: number) => boolean) => [
  decorateInView(folded, followsCaret),
  EditorView.domEventHandlers({
    mousedown({ target }, view) {
      const sign = target instanceof Element ? target.closest('.link-sign') : null;
      return sign ? edit(view, view.posAtDOM(sign)) : false;
    },
  }),
];
