// The bubble: a toolbar over a selection with its formats, used by mouse or with Alt+F10 and the arrow keys.

import { syntaxTree } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { element, show } from '../element.ts';
import { besideWords, moveTo } from './float.ts';
import { noteTools } from './note-tool.ts';
import { toolRow } from './tools.ts';

const TOOLS = ['Bold', 'Italic', 'Strikethrough', 'Link', 'Heading', 'Quote', 'Code'];

class Bubble {
  readonly #view: EditorView;
  readonly #dom: HTMLElement;
  readonly #tools: HTMLButtonElement[];
  /** The selection for which the writer dismissed the bubble. */
  #dismissed = '';
  #isPressing = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.#tools = toolRow(view, TOOLS, noteTools(view));
    this.#dom = element(
      'div',
      { class: 'bubble', role: 'toolbar', 'aria-label': 'Format the selection', hidden: '' },
      ...this.#tools,
    );
    this.#dom.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.dismiss();
      view.focus();
    });
    this.#dom.addEventListener('focusout', () => this.#measure());
    view.dom.append(this.#dom);
    view.contentDOM.addEventListener('pointerdown', this.#press);
    addEventListener('pointerup', this.#release);
  }

  update({ selectionSet, docChanged, focusChanged, geometryChanged }: ViewUpdate): void {
    if (selectionSet || docChanged || focusChanged || geometryChanged) this.#measure();
  }

  /** Focuses the first tool, even before the bubble is drawn: keys can be pressed faster than that. */
  focus(): boolean {
    if (!this.#isWanted()) return false;
    this.#dom.hidden = false;
    this.#tools[0]?.focus({ preventScroll: true });
    this.#measure();
    return true;
  }

  dismiss(): boolean {
    if (this.#dom.hidden) return false;
    this.#dismissed = this.#selected();
    this.#dom.hidden = true;
    return true;
  }

  destroy(): void {
    this.#dom.remove();
    this.#view.contentDOM.removeEventListener('pointerdown', this.#press);
    removeEventListener('pointerup', this.#release);
  }

  /** Hides the bubble while the mouse is still selecting. */
  readonly #press = () => {
    this.#isPressing = true;
    this.#dom.hidden = true;
  };

  readonly #release = () => {
    if (!this.#isPressing) return;
    this.#isPressing = false;
    this.#measure();
  };

  #selected(): string {
    const { from, to } = this.#view.state.selection.main;
    return `${from} ${to}`;
  }

  #isWanted(): boolean {
    const { state, hasFocus } = this.#view;
    const { from, to, empty } = state.selection.main;
    if (empty || this.#isPressing || this.#dismissed === this.#selected()) return false;
    if (!hasFocus && !this.#dom.contains(document.activeElement)) return false;
    // A URL can't have formats.
    const node = syntaxTree(state).resolveInner(from, 1);
    return !(node.name === 'URL' && node.to >= to);
  }

  #measure(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        if (this.#dismissed !== this.#selected()) this.#dismissed = '';
        if (!this.#isWanted()) return null;
        this.#dom.hidden = false;
        return besideWords(view, this.#dom, view.state.selection.main, 'above');
      },
      write: (place) => {
        show(this.#dom, place !== null);
        if (place) moveTo(this.#dom, place);
      },
    });
  }
}

const plugin = ViewPlugin.fromClass(Bubble);

export const bubble = [
  plugin,
  Prec.high(
    keymap.of([
      { key: 'Alt-F10', run: (view) => view.plugin(plugin)?.focus() ?? false },
      { key: 'Escape', run: (view) => view.plugin(plugin)?.dismiss() ?? false },
    ]),
  ),
];
