// Enter in a table: moves from a cell to the row below, adding it if needed; at the end of a row, begins a new line.

import type { EditorState, Line, TransactionSpec } from '@codemirror/state';
import { below } from '../blocks/leave-block.ts';
import { containersAt, prefixOf } from '../containers.ts';
import { nodeAround } from '../syntax.ts';

/** Recognises a row by its appearance: until its second line is typed, a table is parsed as a paragraph. */
const ROW = /^\s*\|.*\|\s*$/;
const EMPTY_ROW = /^[\s|]*\|[\s|]*$/;
const DELIMITERS = /^\s*\|?[\s:|-]*-[\s:|-]*$/;

export function enterInTable(state: EditorState, pos: number): TransactionSpec | null {
  const line = state.doc.lineAt(pos);
  const table = pos > line.from ? nodeAround(state, pos, -1, ['Table']) : null;
  const last = table && state.doc.lineAt(table.to);
  if (last && last.number === line.number && EMPTY_ROW.test(line.text)) {
    return leaveTable(state, line);
  }
  if (!table && !(ROW.test(line.text) && line.text.trim().length > 2)) return null;
  const next = `\n${prefixOf(containersAt(state, line.to))}`;
  if (state.sliceDoc(pos, line.to).trim() === '') {
    const changes = { from: pos, to: line.to, insert: next };
    return { changes, selection: { anchor: pos + next.length } };
  }
  if (!table) return null;
  const column = Math.max(0, barsIn(line.text.slice(0, pos - line.from)).length - 1);
  const below = rowBelow(state, line, table.to);
  if (below) return { selection: { anchor: cellStart(below, column) } };
  const end = state.doc.lineAt(table.to).to;
  const columns = Math.max(1, barsIn(line.text).length - 1);
  const insert = `${next}|${'  |'.repeat(columns)}`;
  return {
    changes: { from: end, insert },
    selection: { anchor: end + `${next}| `.length + column * '  |'.length },
  };
}

/** Leaves the table and deletes the empty row, unless it is the only row below the header. */
function leaveTable(state: EditorState, row: Line): TransactionSpec {
  const above = state.doc.line(row.number - 1);
  return below(state, row.to, DELIMITERS.test(above.text) ? row.to : above.to);
}

const barsIn = (text: string) => [...text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);

function rowBelow({ doc }: EditorState, line: Line, end: number): Line | null {
  for (let at = line.number + 1; at <= doc.lines && doc.line(at).from <= end; at += 1) {
    const row = doc.line(at);
    if (!DELIMITERS.test(row.text)) return row;
  }
  return null;
}

function cellStart(row: Line, column: number): number {
  const bar = barsIn(row.text)[column] ?? row.length - 1;
  const rest = row.text.slice(bar + 1);
  return row.from + bar + 1 + (/^\s(?!\|)/.test(rest) || /^\s\s?\|/.test(rest) ? 1 : 0);
}
