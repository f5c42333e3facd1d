// Tab and Shift+Tab walk through the cells of a table; Tab in the last one adds a row.

import { syntaxTree } from '@codemirror/language';
import { type EditorState, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { alignedRows, cellAt, cellSpan, cellsOf } from './table-text.ts';

export interface Table {
  from: number;
  to: number;
  rows: string[];
  /** In front of each row but the first: the marks of a quote, the room of a list item. */
  prefix: string;
  /** Where the caret is. */
  row: number;
  cell: number;
}

/** The row that only draws the line under the names. */
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

/** Counted from the first, the line under the names left out. */
const walkCells = (step: 1 | -1) => (view: EditorView) => {
  const table = tableAt(view.state);
  if (!table) return false;
  const columns = Math.max(...table.rows.map((row) => cellsOf(row).length));
  const next = cellNumber(table, columns, step) + step;
  // Before the first cell, Shift+Tab leaves the text as anywhere else.
  if (next < 0) return false;
  const row = Math.floor(next / columns);
  goTo(view, table, row > 0 ? row + RULE_ROW : 0, next % columns);
  return true;
};

/** On the line under the names, one is between two rows. */
function cellNumber({ row, cell }: Table, columns: number, step: 1 | -1): number {
  if (row === RULE_ROW) return step > 0 ? columns - 1 : columns;
  const above = row > RULE_ROW ? row - RULE_ROW : row;
  return above * columns + Math.min(cell, columns - 1);
}

function goTo(view: EditorView, table: Table, row: number, cell: number): void {
  const isThere = row < table.rows.length;
  draw(view, table, isThere ? table.rows : [...table.rows, '|'], { row, cell });
}

/** The table with these rows, and the words of a cell selected. */
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
  // Behind the last bar, one is in the last cell.
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
