// Decorations of the lines in view, made again when these, the text or its parse change.

import { syntaxTree } from '@codemirror/language';
import { StateEffect } from '@codemirror/state';
import {
  type DecorationSet,
  type EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** What they are made from has changed, and it is nothing of the text: such as a font that has loaded. */
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

/** Whether the mouse is down in the text: what it selects must not move away from under it. */
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

/** What is shown in another way where the caret is, once the mouse is up. */
export const followsCaret: Wanted = ({ view, selectionSet, focusChanged }) =>
  (selectionSet || focusChanged) && !view.plugin(press)?.isDown;

/** Whether the caret touches a place or a selection ends in it, and the writer is in the text. */
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
