/** Bounds the empty cells that are added to short rows: a row of one character can have hundreds. */

import type { Env, MarkdownIt, StateBlock } from 'markdown-it';
import { RENDERING } from '../../schemas/limits.ts';

const RULE = 'table';
const ADDED = Symbol('cells added so far');

/** A table ends before the row that would have too many added, as it does with the parser's own limit. */
export function tableCells(parser: MarkdownIt): void {
  const { ruler } = parser.block;
  const table = ruler.getRules('').find(({ name }) => name === RULE);
  if (!table) throw new Error('The parser has no rule for tables.');
  const bounded: typeof table = (state, start, end, silent) => {
    if (silent || start + 2 >= end) return table(state, start, end, silent);
    const columns = cellsIn(state, start + 1);
    const room = RENDERING.addedCells - addedIn(state.env);
    const isTable = table(state, start, endWithin(state, start + 2, end, columns, room), silent);
    if (isTable) state.env[ADDED] = addedIn(state.env) + addedTo(state, start + 2, columns);
    return isTable;
  };
  ruler.at(RULE, bounded, { alt: ['paragraph', 'reference'] });
}

const addedIn = (env: Env) => Number(env[ADDED] ?? 0);

/** The line before which a table has to end. */
function endWithin(state: StateBlock, from: number, end: number, columns: number, room: number) {
  let left = room;
  for (let line = from; line < end && !state.isEmpty(line); line += 1) {
    left -= missingIn(state, line, columns);
    if (left < 0) return line;
  }
  return end;
}

function addedTo(state: StateBlock, from: number, columns: number): number {
  let added = 0;
  for (let line = from; line < state.line; line += 1) added += missingIn(state, line, columns);
  return added;
}

const missingIn = (state: StateBlock, line: number, columns: number) =>
  Math.max(0, columns - cellsIn(state, line));

/** Escaped separators count as well: a row that has many is long. */
function cellsIn({ src, bMarks, tShift, eMarks }: StateBlock, line: number): number {
  const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  const row = src.slice(start, eMarks[line]).trim();
  return row.split('|').filter((cell, at, { length }) => cell !== '' || (at > 0 && at < length - 1))
    .length;
}
