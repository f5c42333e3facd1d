// The Markdown text of a table: splits rows into cells and aligns the columns.

import { CARET, STOP } from '../text/insert-block.ts';

/** A table of two columns and two rows. The first column's name is selected, ready to be replaced. */
export const EMPTY_TABLE = `| ${CARET}Column${STOP} | Column |\n| ------ | ------ |\n|        |        |\n`;

const RULE = /^:?-+:?$/;
const SHORTEST = 3;

/** The cells of a row. An escaped pipe belongs to its cell. */
export function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Pads all rows to the same number of cells, and all cells of a column to the same width. */
export function alignedRows(rows: readonly string[]): string[] {
  const table = rows.map(cellsOf);
  const columns = Math.max(...table.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(SHORTEST, ...table.map((cells) => (cells[column] ?? '').length)),
  );
  return table.map((cells, at) =>
    rowOf(widths.map((width, column) => padded(cells[column] ?? '', width, at === 1))),
  );
}

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function padded(cell: string, width: number, isRule: boolean): string {
  if (!isRule) return cell.padEnd(width);
  const rule = RULE.test(cell) ? cell : '-'.repeat(SHORTEST);
  const end = rule.endsWith(':') ? ':' : '';
  const start = rule.startsWith(':') ? ':' : '';
  return start + '-'.repeat(width - start.length - end.length) + end;
}

/** The start and end of the nth cell in an aligned row. */
export function cellSpan(row: string, nth: number): { from: number; to: number } {
  let from = 2;
  const cells = row.slice(2, -2).split(/(?<!\\) \| /);
  for (const cell of cells.slice(0, nth)) from += cell.length + ' | '.length;
  return { from, to: from + (cells[nth] ?? '').trimEnd().length };
}

/** The index of the cell that contains a position in the row. */
export const cellAt = (row: string, at: number): number =>
  Math.max(0, (row.slice(0, at).match(/(?<!\\)\|/g) ?? []).length - (/^\s*\|/.test(row) ? 1 : 0));
