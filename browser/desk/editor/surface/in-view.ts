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

class InView implements PluginValue {
  decorations: DecorationSet;
  readonly #make: Make;

  constructor(view: EditorView, make: Make) {
    this.#make = make;
    this.decorations = make(view);
  }

  update({ view, state, startState, docChanged, viewportChanged, transactions }: ViewUpdate): void {
    const isParsed = syntaxTree(state) !== syntaxTree(startState);
    const isWanted = transactions.some(({ effects }) => effects.some((each) => each.is(redraw)));
    if (docChanged || viewportChanged || isParsed || isWanted) this.decorations = this.#make(view);
  }
}

export const decorateInView = (make: Make) =>
  ViewPlugin.define((view) => new InView(view, make), {
    decorations: ({ decorations }) => decorations,
  });
