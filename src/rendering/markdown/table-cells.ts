/** Limits the empty cells that are added to short rows: a row of one character can get hundreds of them. */

import type { MarkdownIt, StateBlock } from 'markdown-it';

// Cells that are added to short table rows: a row of one character can get all of them. The limit is the text's length,
// within these bounds.
const FEWEST_ADDED_CELLS = 1_000;
export const ADDED_CELLS = 10_000;

interface Cells {
  columns: number;
  /** Empty cells that may still be added in this text. */
  room: number;
}

const texts = new WeakMap<object, Cells>();

/** Ends a table before the row that exceeds the limit, as the parser's own limit does. */
export function tableCells(parser: MarkdownIt): void {
  // The rules of this chain decide whether a line ends the table; this rule is asked last.
  parser.block.ruler.before('paragraph', 'table_cells', endsTable, { alt: ['blockquote'] });
}

function endsTable(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  if (!silent || state.parentType !== 'table' || state.isEmpty(line)) return false;
  const cells = texts.get(state.env) ?? { columns: 0, room: roomIn(state.src) };
  texts.set(state.env, cells);
  const isFirst = state.tokens.at(-1)?.type === 'thead_close';
  // The line before the first row has a cell for each column.
  if (isFirst) cells.columns = cellsIn(state, line - 1);
  const added = Math.max(0, cells.columns - cellsIn(state, line));
  if (added > cells.room) return true;
  cells.room -= added;
  return false;
}

const roomIn = ({ length }: string) => Math.min(Math.max(length, FEWEST_ADDED_CELLS), ADDED_CELLS);

/** Counts escaped separators too, which is harmless, because a row that has many is long anyway. */
function cellsIn({ src, bMarks, tShift, eMarks }: StateBlock, line: number): number {
  const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  const row = src.slice(start, eMarks[line]).trim();
  return row.split('|').filter((cell, at, { length }) => cell !== '' || (at > 0 && at < length - 1))
    .length;
}
