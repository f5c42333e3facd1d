// The tools of a table, while the caret is in one: below it, or on a phone above the row of tools. By mouse, or by
// Alt+F10 and the arrow keys.

import { syntaxTree } from '@codemirror/language';
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { button, element, show } from '../element.ts';
import { walk } from '../roving-tabindex.ts';
import { keepCaretInSight } from '../surface/scrolling.ts';
import { addColumn, addRow, deleteColumn, deleteRow } from '../surface/table-edits.ts';
import { tableAt } from '../surface/tables.ts';
import { besideWords, moveTo } from './float.ts';

/** Clear of the last row, and of the words below the blank line. */
const GAP = 5;

const TOOLS: [sign: string, name: string, act: (view: EditorView) => void][] = [
  ['+ Row', 'Add row below', addRow],
  ['+ Column', 'Add column right', addColumn],
  ['− Row', 'Delete row', deleteRow],
  ['− Column', 'Delete column', deleteColumn],
];

const AT_THE_FOOT = 'foot';

const isFixed = (panel: HTMLElement) => getComputedStyle(panel).position === 'fixed';

/** A long text is read a little at a time: that there is a table may be seen later. */
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
    // The focus, and with it the keyboard of a phone, stays in the text.
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
    // A line of a table has a bar in it: for most lines, this is all that is asked.
    const isRow = state.doc.lineAt(state.selection.main.head).text.includes('|');
    if (isRow) this.#measure();
    else this.#hide();
  }

  /** Also before the surface is drawn with them: keys may be pressed faster than that. */
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
        // On a touch screen it stands on the row of tools, clear of all words.
        if (isFixed(this.#dom)) return AT_THE_FOOT;
        return besideWords(view, this.#dom, table, 'below', GAP);
      },
      write: (place) => {
        show(this.#dom, place !== null);
        if (place === AT_THE_FOOT) this.#dom.removeAttribute('style');
        else if (place) moveTo(this.#dom, place);
        const hasCome = place !== null && !this.#isShown;
        this.#isShown = place !== null;
        // It may have come over the caret. Nothing is scrolled while the surface is measured.
        if (hasCome && place === AT_THE_FOOT) setTimeout(() => keepCaretInSight(this.#view));
      },
    });
  }
}

const plugin = ViewPlugin.fromClass(TableTools);

/** The keys of the bubble, where there is none. */
export const tableTools = [
  plugin,
  keymap.of([{ key: 'Alt-F10', run: (view) => view.plugin(plugin)?.focus() ?? false }]),
];
