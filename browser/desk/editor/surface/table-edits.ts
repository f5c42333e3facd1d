// Adds and deletes the row or column at the caret. Each edit is one step of undo.

import type { EditorView } from '@codemirror/view';
import { cellsOf } from './table-text.ts';
import { draw, RULE_ROW, type Table, tableAt } from './tables.ts';

type Edit = (view: EditorView, table: Table) => void;

const edit = (act: Edit) => (view: EditorView) => {
  const table = tableAt(view.state);
  if (table) act(view, table);
};

/** Adds a row below the caret's row; from the header row, below the line of dashes. */
export const addRow = edit((view, table) => {
  const row = Math.max(table.row, RULE_ROW) + 1;
  draw(view, table, spliced(table.rows, row, 0, '|'), { row, cell: table.cell });
});

export const addColumn = edit((view, table) => {
  const cell = Math.min(table.cell, columnsIn(table) - 1) + 1;
  draw(
    view,
    table,
    eachRow(table, (cells) => spliced(padded(cells, cell), cell, 0, '')),
    {
      ...{ row: rowOf(table), cell },
    },
  );
});

/** Deletes the caret's row. The first row replaces a deleted header; a table with only a header is deleted. */
export const deleteRow = edit((view, table) => {
  const { rows, row, cell } = table;
  if (row > RULE_ROW) {
    const left = spliced(rows, row, 1);
    const isLast = row === left.length;
    const above = row - 1 === RULE_ROW ? 0 : row - 1;
    draw(view, table, left, { row: isLast ? above : row, cell });
    return;
  }
  const [, rule = '', first, ...rest] = rows;
  if (first === undefined) remove(view, table);
  else draw(view, table, [first, rule, ...rest], { row: 0, cell });
});

export const deleteColumn = edit((view, table) => {
  const columns = columnsIn(table);
  if (columns < 2) {
    remove(view, table);
    return;
  }
  const gone = Math.min(table.cell, columns - 1);
  const texts = eachRow(table, (cells) => spliced(padded(cells, columns), gone, 1));
  draw(view, table, texts, { row: rowOf(table), cell: Math.min(gone, columns - 2) });
});

const columnsIn = ({ rows }: Table) => Math.max(...rows.map((row) => cellsOf(row).length));

/** A caret in the line of dashes counts as being in the header row. */
const rowOf = ({ row }: Table) => (row === RULE_ROW ? 0 : row);

/** Returns a copy, like `toSpliced`, which browsers of a few years ago don't have. */
const spliced = (all: readonly string[], at: number, gone: number, ...more: string[]) => [
  ...all.slice(0, at),
  ...more,
  ...all.slice(at + gone),
];

const padded = (cells: readonly string[], length: number) => [
  ...cells,
  ...Array.from({ length: Math.max(0, length - cells.length) }, () => ''),
];

const eachRow = ({ rows }: Table, change: (cells: string[]) => string[]) =>
  rows.map((row) => `| ${change(cellsOf(row)).join(' | ')} |`);

function remove(view: EditorView, { from, to }: Table): void {
  view.dispatch({ changes: { from, to }, selection: { anchor: from }, userEvent: 'delete' });
}
