// The text of a table in Markdown: its cells, and its columns drawn under each other.

import { CARET, STOP } from '../text/insert-block.ts';

/** Two columns and two rows, with the first name ready to be typed over. */
export const EMPTY_TABLE = `| ${CARET}Column${STOP} | Column |\n| ------ | ------ |\n|        |        |\n`;

const RULE = /^:?-+:?$/;
const SHORTEST = 3;

/** The cells of a row; a pipe after a backslash is part of one. */
export function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Every row as wide as the widest, every column as wide as its widest cell. */
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

/** Where the nth cell of a drawn row begins and ends. */
export function cellSpan(row: string, nth: number): { from: number; to: number } {
  let from = 2;
  const cells = row.slice(2, -2).split(/(?<!\\) \| /);
  for (const cell of cells.slice(0, nth)) from += cell.length + ' | '.length;
  return { from, to: from + (cells[nth] ?? '').trimEnd().length };
}

/** Which cell of a row a position is in. */
export const cellAt = (row: string, at: number): number =>
  Math.max(0, (row.slice(0, at).match(/(?<!\\)\|/g) ?? []).length - (/^\s*\|/.test(row) ? 1 : 0));
