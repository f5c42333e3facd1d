// Several lines, pasted into a quote, an item or a cell: they stay in it.

import type { EditorState } from '@codemirror/state';
import { blankOf, containersAt, prefixOf } from '../containers.ts';
import { nodeAround } from '../syntax.ts';

export function fitted(state: EditorState, at: number, text: string): string {
  const line = state.doc.lineAt(at);
  if (at > line.from && nodeAround(state, at, -1, ['Table'])) return inCell(text);
  const containers = at > line.from ? containersAt(state, at) : [];
  if (containers.length === 0 || !text.includes('\n')) return text;
  const [prefix, blank] = [prefixOf(containers), blankOf(containers)];
  const [first = '', ...rest] = text.split('\n');
  return [first, ...rest.map((each) => (each.trim() === '' ? blank : prefix + each))].join('\n');
}

/** A cell is one line, and a bar would end it. */
const inCell = (text: string) =>
  text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
