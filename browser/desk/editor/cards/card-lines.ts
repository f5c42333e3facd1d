// Shows a card in place of a line that is only the card's URL. The URL appears when the caret is on the line.

import { syntaxTree } from '@codemirror/language';
import {
  type EditorState,
  type Line,
  type Range,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { type CardValues, cardUrlIn, siteName } from '../../../../src/schemas/cards/providers.ts';
import { element } from '../element.ts';
import { decorateInView, followsCaret, isEntered } from '../text/in-view.ts';

/** The service's answer about a URL: its card, or the reason why it has none. */
export type Known = { card: CardValues } | { reason: string };

export const learn = StateEffect.define<ReadonlyMap<string, Known>>();

export const knownCards = StateField.define<ReadonlyMap<string, Known>>({
  create: () => new Map(),
  update(known, { effects }) {
    const news = effects.flatMap((effect) => (effect.is(learn) ? [...effect.value] : []));
    return news.length > 0 ? new Map([...known, ...news]) : known;
  },
});

/** Blocks in which a URL stays a link, as on the published page. */
const NOT_OWN = /^(?:FencedCode|CodeBlock|Blockquote|ListItem|Table|SetextHeading\d)/;

/** The URL on a line, if the published page would show a card there. */
export function cardUrlAt(state: EditorState, line: Line): string | null {
  const url = line.text.includes('https://') ? cardUrlIn(line.text) : null;
  if (url === null) return null;
  const inside = syntaxTree(state).resolveInner(line.to, -1);
  for (let node: typeof inside | null = inside; node; node = node.parent) {
    if (NOT_OWN.test(node.name)) return null;
  }
  return url;
}

class CardLine extends WidgetType {
  readonly #card: CardValues;

  constructor(card: CardValues) {
    super();
    this.#card = card;
  }

  override eq(other: CardLine): boolean {
    return other.#card === this.#card;
  }

  toDOM(): HTMLElement {
    const { url, title, author, text } = this.#card;
    const words = title ?? text ?? author ?? url;
    const by = author !== null && author !== words ? `${author} · ` : '';
    return element(
      'span',
      { class: 'card-line' },
      element('span', {}, words.replaceAll('\n', ' ')),
      element('span', { class: 'card-site' }, element('span', {}, by), siteName(url)),
    );
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

class CardNote extends WidgetType {
  readonly #reason: string;

  constructor(reason: string) {
    super();
    this.#reason = reason;
  }

  override eq(other: CardNote): boolean {
    return other.#reason === this.#reason;
  }

  toDOM(): HTMLElement {
    return element('span', { class: 'card-note' }, this.#reason);
  }
}

function cardsIn(view: EditorView): DecorationSet {
  const shown: Range<Decoration>[] = [];
  const known = view.state.field(knownCards);
  if (known.size === 0) return Decoration.none;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      at = line.to + 1;
      const found = known.get(cardUrlAt(view.state, line) ?? '');
      if (!found) continue;
      if ('reason' in found) {
        const widget = new CardNote(found.reason);
        shown.push(Decoration.widget({ widget, side: 1 }).range(line.to));
      } else if (!isEntered(view, line)) {
        const widget = new CardLine(found.card);
        shown.push(Decoration.replace({ widget }).range(line.from, line.to));
      }
    }
  }
  return Decoration.set(shown);
}

const isNews = (update: ViewUpdate) =>
  followsCaret(update) || update.state.field(knownCards) !== update.startState.field(knownCards);

export const cardLines = [
  knownCards,
  decorateInView(cardsIn, isNews),
  // A click on a card moves the caret to its URL.
  EditorView.domEventHandlers({
    mousedown({ target }, view) {
      const card = target instanceof Element ? target.closest('.card-line') : null;
      if (!card) return false;
      view.dispatch({ selection: { anchor: view.state.doc.lineAt(view.posAtDOM(card)).to } });
      view.focus();
      return true;
    },
  }),
];
