// Decorations of the visible lines, made again when the text, its syntax tree or the visible part changes.

import { syntaxTree } from '@codemirror/language';
import { StateEffect } from '@codemirror/state';
import {
  type DecorationSet,
  type EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** Asks for new decorations after a change outside the text, such as a font that has loaded. */
export const redraw = StateEffect.define<null>();

type Make = (view: EditorView) => DecorationSet;
type Wanted = (update: ViewUpdate) => boolean;

class InView implements PluginValue {
  decorations: DecorationSet;
  readonly #make: Make;
  readonly #isWanted: Wanted;

  constructor(view: EditorView, make: Make, isWanted: Wanted) {
    this.#make = make;
    this.#isWanted = isWanted;
    this.decorations = make(view);
  }

  update(update: ViewUpdate): void {
    const { view, state, startState, docChanged, viewportChanged, transactions } = update;
    const isParsed = syntaxTree(state) !== syntaxTree(startState);
    const isAsked = transactions.some(({ effects }) => effects.some((each) => each.is(redraw)));
    if (docChanged || viewportChanged || isParsed || isAsked || this.#isWanted(update)) {
      this.decorations = this.#make(view);
    }
  }
}

export const decorateInView = (make: Make, isWanted: Wanted = () => false) =>
  ViewPlugin.define((view) => new InView(view, make, isWanted), {
    decorations: ({ decorations }) => decorations,
  });

const ENDS = ['pointerup', 'pointercancel'] as const;

/**
 * Tracks whether the mouse button is down in the text: words that are being selected must not move from under the
 * pointer.
 */
class Press implements PluginValue {
  isDown = false;
  readonly #view: EditorView;

  constructor(view: EditorView) {
    this.#view = view;
    view.contentDOM.addEventListener('pointerdown', this.#down);
    for (const end of ENDS) addEventListener(end, this.#up);
  }

  destroy(): void {
    this.#view.contentDOM.removeEventListener('pointerdown', this.#down);
    for (const end of ENDS) removeEventListener(end, this.#up);
  }

  readonly #down = () => {
    this.isDown = true;
  };

  readonly #up = () => {
    if (!this.isDown) return;
    this.isDown = false;
    this.#view.dispatch({ effects: redraw.of(null) });
  };
}

export const press = ViewPlugin.fromClass(Press);

/** Whether decorations that depend on the caret must be made again: the caret has moved and the mouse is up. */
export const followsCaret: Wanted = ({ view, selectionSet, focusChanged }) =>
  (selectionSet || focusChanged) && !view.plugin(press)?.isDown;

/** Whether the writer is in the text and the caret touches the place, or a selection ends inside it. */
export const isEntered = ({ state, hasFocus }: EditorView, { from, to }: Place): boolean =>
  hasFocus &&
  state.selection.ranges.some((range) =>
    range.empty
      ? range.from <= to && range.to >= from
      : [range.from, range.to].some((end) => end > from && end < to),
  );

interface Place {
  readonly from: number;
  readonly to: number;
}
