// The `+` next to the empty line that the caret is on, which opens the block menu.

import { startCompletion } from '@codemirror/autocomplete';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { button, show } from '../element.ts';

class Plus {
  readonly #view: EditorView;
  readonly #button: HTMLButtonElement;

  constructor(view: EditorView) {
    this.#view = view;
    // The button is not a Tab stop: keyboard users type `/` instead.
    const attributes = { class: 'plus', 'aria-label': 'Add a block', tabindex: '-1', hidden: '' };
    const open = () => {
      view.focus();
      startCompletion(view);
    };
    this.#button = button('+', open, { ...attributes, title: 'Add a block (type /)' });
    this.#button.addEventListener('mousedown', (event) => event.preventDefault());
    view.dom.append(this.#button);
    this.#measure();
  }

  update({ selectionSet, docChanged, focusChanged, geometryChanged }: ViewUpdate): void {
    if (selectionSet || docChanged || focusChanged || geometryChanged) this.#measure();
  }

  destroy(): void {
    this.#button.remove();
  }

  #measure(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        const { main } = view.state.selection;
        const line = view.state.doc.lineAt(main.head);
        if (!view.hasFocus || !main.empty || line.length > 0) return null;
        return view.lineBlockAt(main.head).top;
      },
      write: (top) => {
        show(this.#button, top !== null);
        if (top !== null) this.#button.style.top = `${top}px`;
      },
    });
  }
}

export const plusButton = ViewPlugin.fromClass(Plus);
