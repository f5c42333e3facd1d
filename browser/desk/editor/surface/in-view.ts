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

/** What is shown in another way where the caret is. */
export const followsCaret: Wanted = ({ selectionSet, focusChanged }) =>
  selectionSet || focusChanged;

/** Whether the caret or a selection touches a place, and the writer is in the text. */
export const isEntered = ({ state, hasFocus }: EditorView, { from, to }: Place): boolean =>
  hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from);

interface Place {
  readonly from: number;
  readonly to: number;
}
