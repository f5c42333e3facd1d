// The toolbar of the table that the caret is in: below the table, or on a phone above the row of tools. It is used by
// mouse, or with Alt+F10 and the arrow keys.

import { syntaxTree } from '@codemirror/language';
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { button, element, show } from '../element.ts';
import { walk } from '../roving-tabindex.ts';
import { keepCaretInSight } from '../surface/scrolling.ts';
import { addColumn, addRow, deleteColumn, deleteRow } from '../surface/table-edits.ts';
import { tableAt } from '../surface/tables.ts';
import { besideWords, moveTo } from './float.ts';

/** The distance that keeps the tools clear of the table's last row and of the words after the blank line. */
const GAP = 5;

const TOOLS: [sign: string, name: string, act: (view: EditorView) => void][] = [
  ['+ Row', 'Add row below', addRow],
  ['+ Column', 'Add column right', addColumn],
  ['− Row', 'Delete row', deleteRow],
  ['− Column', 'Delete column', deleteColumn],
];

const AT_THE_FOOT = 'foot';

const isFixed = (panel: HTMLElement) => getComputedStyle(panel).position === 'fixed';

/**
 * Whether the tools may have to appear, move or hide. A long text is parsed in steps, so a table may be found later.
 */
const isOfConcern = (update: ViewUpdate) =>
  update.selectionSet ||
  update.docChanged ||
  update.focusChanged ||
  update.geometryChanged ||
  syntaxTree(update.startState) !== syntaxTree(update.state);

class TableTools {
  readonly #view: EditorView;
  readonly #dom: HTMLElement;
  readonly #tools: HTMLButtonElement[];
  #isShown = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.#tools = TOOLS.map(([sign, name, act]) => {
      const run = () => {
        act(view);
        view.focus();
      };
      return button(sign, run, { class: 'tool', 'aria-label': name, title: name });
    });
    // Keeps the focus in the text, so that a phone's keyboard stays open.
    for (const tool of this.#tools) {
      tool.addEventListener('mousedown', (event) => event.preventDefault());
    }
    walk(this.#tools);
    this.#dom = element(
      'div',
      { class: 'table-tools', role: 'toolbar', 'aria-label': 'Table', hidden: '' },
      ...this.#tools,
    );
    this.#dom.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      view.focus();
    });
    this.#dom.addEventListener('focusout', () => this.#measure());
    view.dom.append(this.#dom);
  }

  update(update: ViewUpdate): void {
    if (!isOfConcern(update)) return;
    const { state } = update;
    // Every line of a table contains a bar, so most lines need no further check.
    const isRow = state.doc.lineAt(state.selection.main.head).text.includes('|');
    if (isRow) this.#measure();
    else this.#hide();
  }

  /** Focuses a tool, even before the toolbar is drawn: keys can be pressed faster than that. */
  focus(): boolean {
    if (!tableAt(this.#view.state)) return false;
    this.#dom.hidden = false;
    this.#tools.find(({ tabIndex }) => tabIndex === 0)?.focus({ preventScroll: true });
    this.#measure();
    return true;
  }

  destroy(): void {
    this.#dom.remove();
  }

  #hide(): void {
    show(this.#dom, false);
    this.#isShown = false;
  }

  #measure(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        const isHere = view.hasFocus || this.#dom.contains(document.activeElement);
        const table = isHere ? tableAt(view.state) : null;
        if (!table) return null;
        this.#dom.hidden = false;
        // On a touch screen the toolbar is fixed above the row of tools, clear of all words.
        if (isFixed(this.#dom)) return AT_THE_FOOT;
        return besideWords(view, this.#dom, table, 'below', GAP);
      },
      write: (place) => {
        show(this.#dom, place !== null);
        if (place === AT_THE_FOOT) this.#dom.removeAttribute('style');
        else if (place) moveTo(this.#dom, place);
        const hasCome = place !== null && !this.#isShown;
        this.#isShown = place !== null;
        // The toolbar may cover the caret now. Scrolling has to wait: the surface must not scroll while it is measured.
        if (hasCome && place === AT_THE_FOOT) setTimeout(() => keepCaretInSight(this.#view));
      },
    });
  }
}

const plugin = ViewPlugin.fromClass(TableTools);

/** Alt+F10 reaches the table's tools only if the bubble, which has the same key, is hidden. */
export const tableTools = [
  plugin,
  keymap.of([{ key: 'Alt-F10', run: (view) => view.plugin(plugin)?.focus() ?? false }]),
];
