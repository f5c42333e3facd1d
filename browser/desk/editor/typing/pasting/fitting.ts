// Fits several pasted lines into the quote, item, footnote or cell at the caret, so that they stay inside it.

import type { EditorState } from '@codemirror/state';
import { blankOf, type Container, containersAt, contentStart, prefixOf } from '../containers.ts';
import { nodeAround } from '../syntax.ts';

/** The start that continuation lines need in order to belong to the block around a position. */
export interface Surroundings {
  readonly containers: readonly Container[];
  readonly prefix: string;
  readonly blank: string;
  /** Where the words of the line begin, after the marks of an item, a quote or a footnote. */
  readonly start: number;
}

const NOTE_MARK = /^\[\^[^\]\s]+\]:\s*/;
const NOTE_INDENT = '    ';

export function surroundingsAt(state: EditorState, at: number): Surroundings {
  const line = state.doc.lineAt(at);
  const containers = at > line.from ? containersAt(state, at) : [];
  const note = NOTE_MARK.exec(line.text)?.[0].length ?? 0;
  if (note > 0 && at >= line.from + note) {
    return { containers: [], prefix: NOTE_INDENT, blank: '', start: line.from + note };
  }
  const start = line.from + contentStart(line, containers);
  return { containers, prefix: prefixOf(containers), blank: blankOf(containers), start };
}

export const isInCell = (state: EditorState, at: number) =>
  at > state.doc.lineAt(at).from && nodeAround(state, at, -1, ['Table']) !== null;

export function fitted(state: EditorState, at: number, text: string): string {
  return isInCell(state, at) ? inCell(text) : indented(text, surroundingsAt(state, at));
}

export function indented(text: string, { prefix, blank }: Surroundings): string {
  if (prefix === '') return text;
  const [first = '', ...rest] = text.split('\n');
  return [first, ...rest.map((each) => (each.trim() === '' ? blank : prefix + each))].join('\n');
}

/** A cell is a single line, and a bar would end it. */
const inCell = (text: string) => inOneLine(text).replace(/(?<!\\)\|/g, '\\|');

export const inOneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ' ');
