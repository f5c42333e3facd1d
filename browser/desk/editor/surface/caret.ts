// The caret stays visible while the writer types and blinks in a pause.
//
// CodeMirror restarts the blinking animation at every key. Browsers go through all animations started so far whenever
// they compute a style, so each key would cost more than the one before.

import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const PAUSE_MS = 500;
const RESTING = 'is-resting';

class Caret {
  readonly #classes: DOMTokenList;
  #pause = 0;

  constructor({ scrollDOM }: EditorView) {
    this.#classes = scrollDOM.classList;
    this.#wait();
  }

  update({ selectionSet, docChanged, focusChanged }: ViewUpdate): void {
    if (selectionSet || docChanged || focusChanged) this.#wait();
  }

  destroy(): void {
    clearTimeout(this.#pause);
  }

  #wait(): void {
    clearTimeout(this.#pause);
    this.#classes.remove(RESTING);
    this.#pause = window.setTimeout(() => this.#classes.add(RESTING), PAUSE_MS);
  }
}

export const restingCaret = [
  ViewPlugin.fromClass(Caret),
  EditorView.theme({
    '.cm-cursorLayer': { animation: 'none !important' },
    '&.cm-focused > .is-resting > .cm-cursorLayer': {
      animation: 'steps(1) cm-blink 1.2s infinite !important',
    },
    // The selector is more specific than the one above, since a theme can't use `&.cm-focused` inside a media query.
    '@media (prefers-reduced-motion: reduce)': {
      '.cm-scroller.is-resting > .cm-layer.cm-cursorLayer': { animation: 'none !important' },
    },
  }),
];
