// The parts of a selection that get separate marks: the words of each line, or of each cell in a table.

import type { EditorState } from '@codemirror/state';
import { containersAt, contentStart } from '../containers.ts';
import { codeBlockAt, nodeAround } from '../syntax.ts';

export interface Segment {
  readonly from: number;
  readonly to: number;
}

const DELIMITERS = /^\s*\|?[\s:|-]*-[\s:|-]*$/;
const LEADING = /^(?:#{1,6}\s+|\[\^[^\]]+\]:\s*)/;

export function segmentsIn(state: EditorState, from: number, to: number): Segment[] {
  const segments: Segment[] = [];
  const last = state.doc.lineAt(to).number;
  for (let at = state.doc.lineAt(from).number; at <= last; at += 1) {
    segments.push(...ofLine(state, at));
  }
  return segments.filter((each) => each.from < to && each.to > from);
}

function ofLine(state: EditorState, number: number): Segment[] {
  const line = state.doc.line(number);
  const middle = Math.min(line.to, line.from + (line.text.search(/\S/) + 1));
  if (line.text.trim() === '' || codeBlockAt(state, middle)) return [];
  if (nodeAround(state, line.to, -1, ['HorizontalRule', 'LinkReference'])) return [];
  const start = contentStart(line, containersAt(state, line.to));
  const lead = LEADING.exec(line.text.slice(start))?.[0].length ?? 0;
  const from = line.from + start + lead;
  if (nodeAround(state, line.to, -1, ['Table'])) return cellsOf(line.text, line.from);
  // The backslash of a line break stays outside the marks, at the end of its line.
  const to = line.to - (/(?<!\\)(?:\\\\)*(\\)$/.exec(line.text)?.[1]?.length ?? 0);
  return from < to ? [{ from, to }] : [];
}

function cellsOf(text: string, start: number): Segment[] {
  if (DELIMITERS.test(text)) return [];
  const bars = [...text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const edges = [-1, ...bars, text.length];
  return edges.slice(1).flatMap((end, at) => {
    const from = start + (edges[at] ?? 0) + 1;
    return from < start + end ? [{ from, to: start + end }] : [];
  });
}
