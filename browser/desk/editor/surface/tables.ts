// Tab and Shift+Tab walk through the cells of a table; Tab in the last one adds a row.

import { syntaxTree } from '@codemirror/language';
import { type EditorState, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { alignedRows, cellAt, cellSpan, cellsOf } from './table-text.ts';

interface Table {
  from: number;
  to: number;
  rows: string[];
  /** Where the caret is. */
  row: number;
  cell: number;
}

/** The row that only draws the line under the names. */
const RULE_ROW = 1;

function tableAt(state: EditorState): Table | null {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  let node = syntaxTree(state).resolveInner(line.from, 1);
  while (node.name !== 'Table' && node.parent) node = node.parent;
  if (node.name !== 'Table') return null;
  const first = state.doc.lineAt(node.from);
  const last = state.doc.lineAt(node.to);
  const rows = Array.from(
    { length: last.number - first.number + 1 },
    (_, at) => state.doc.line(first.number + at).text,
  );
  return {
    ...{ from: first.from, to: last.to, rows, row: line.number - first.number },
    cell: cellAt(line.text, head - line.from),
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
  const rows = alignedRows(row < table.rows.length ? table.rows : [...table.rows, '|']);
  const insert = rows.join('\n');
  const start = table.from + rows.slice(0, row).reduce((sum, { length }) => sum + length + 1, 0);
  const { from, to } = cellSpan(rows[row] ?? '', cell);
  const isChanged = insert !== table.rows.join('\n');
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
