// Tab and Shift+Tab move through the cells of a table. Tab in the last cell adds a row.

import { syntaxTree } from '@codemirror/language';
import { type EditorState, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { alignedRows, cellAt, cellSpan, cellsOf } from './table-text.ts';

export interface Table {
  from: number;
  to: number;
  rows: string[];
  /** The text before each row but the first: the marks of a quote, or the indentation of a list item. */
  prefix: string;
  /** The row and cell that the caret is in. */
  row: number;
  cell: number;
}

/** The index of the line of dashes below the header row. */
export const RULE_ROW = 1;

const PREFIX = /^[\s>]*/;

export function tableAt(state: EditorState): Table | null {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  let node = syntaxTree(state).resolveInner(line.to, -1);
  while (node.name !== 'Table' && node.parent) node = node.parent;
  if (node.name !== 'Table') return null;
  const first = state.doc.lineAt(node.from);
  const last = state.doc.lineAt(node.to);
  const lead = state.sliceDoc(first.from, node.from);
  const row = line.number - first.number;
  const texts = Array.from(
    { length: last.number - first.number + 1 },
    (_, at) => state.doc.line(first.number + at).text,
  );
  const prefixes = texts.map((text, at) => (at === 0 ? lead : (PREFIX.exec(text)?.[0] ?? '')));
  const rows = texts.map((text, at) => text.slice(prefixes[at]?.length));
  return {
    ...{ from: node.from, to: last.to, rows, row, prefix: prefixes[RULE_ROW] ?? '' },
    cell: cellAt(rows[row] ?? '', head - line.from - (prefixes[row]?.length ?? 0)),
  };
}

/** Moves by one cell, skipping the line of dashes. */
const walkCells = (step: 1 | -1) => (view: EditorView) => {
  const table = tableAt(view.state);
  if (!table) return false;
  const columns = Math.max(...table.rows.map((row) => cellsOf(row).length));
  const next = cellNumber(table, columns, step) + step;
  // In the first cell, Shift+Tab moves the focus out of the text as usual.
  if (next < 0) return false;
  const row = Math.floor(next / columns);
  goTo(view, table, row > 0 ? row + RULE_ROW : 0, next % columns);
  return true;
};

/** The number of the caret's cell. A caret in the line of dashes is between the header and the first row. */
function cellNumber({ row, cell }: Table, columns: number, step: 1 | -1): number {
  if (row === RULE_ROW) return step > 0 ? columns - 1 : columns;
  const above = row > RULE_ROW ? row - RULE_ROW : row;
  return above * columns + Math.min(cell, columns - 1);
}

function goTo(view: EditorView, table: Table, row: number, cell: number): void {
  const isThere = row < table.rows.length;
  draw(view, table, isThere ? table.rows : [...table.rows, '|'], { row, cell });
}

/** Writes the table with these rows and selects the words of a cell. */
export function draw(
  view: EditorView,
  table: Table,
  texts: readonly string[],
  { row, cell }: { row: number; cell: number },
): void {
  const rows = alignedRows(texts);
  const parting = `\n${table.prefix}`;
  const insert = rows.join(parting);
  const before = rows.slice(0, row).reduce((sum, { length }) => sum + length + parting.length, 0);
  const start = table.from + before;
  // A caret after the last bar counts as being in the last cell.
  const last = cellsOf(rows[row] ?? '').length - 1;
  const { from, to } = cellSpan(rows[row] ?? '', Math.min(cell, last));
  const isChanged = insert !== view.state.sliceDoc(table.from, table.to);
  view.dispatch({
    ...(isChanged && { changes: { from: table.from, to: table.to, insert } }),
    selection: { anchor: start + from, head: start + to },
    userEvent: isChanged ? 'input' : 'select',
    scrollIntoView: true,
  });
}

export const tables = Prec.high(
  keymap.of([
    { key: 'Tab', run: walkCells(1) },
    { key: 'Shift-Tab', run: walkCells(-1) },
  ]),
);
