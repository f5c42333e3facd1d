// Attributes each word of a text to a writer or a program, version by version: unchanged and moved text keeps its
// author, and added text belongs to the version's author.

import type { Row } from '../diff/text-diff.ts';
import { wordsOf } from '../text/words.ts';
import { compare } from './compare.ts';

/** Text with its authors: `marks` has a 1 for each UTF-16 unit that a program wrote. */
export interface MarkedText {
  readonly text: string;
  readonly marks: Uint8Array;
}

export const NO_TEXT: MarkedText = { text: '', marks: new Uint8Array() };

interface PlacedRow {
  readonly row: Row;
  readonly from: number;
  readonly to: number;
}

export async function followWords(
  before: MarkedText,
  text: string,
  isMachine: boolean,
): Promise<MarkedText> {
  if (before.text === text) return before;
  const marks = new Uint8Array(text.length).fill(isMachine ? 1 : 0);
  const rows = placed(await compare(before.text, text));
  for (const { row, from, to } of rows) copyUnchanged(before.marks, marks, row, from, to);
  copyMoved(before.marks, marks, rows);
  return { text, marks };
}

function placed(rows: readonly Row[]): PlacedRow[] {
  const lengthOf = (row: Row, without: 'added' | 'removed') =>
    row.reduce((sum, { kind, text }) => sum + (kind === without ? 0 : text.length), 0);
  let [from, to] = [0, 0];
  return rows.map((row) => {
    const here = { row, from, to };
    from += lengthOf(row, 'added');
    to += lengthOf(row, 'removed');
    return here;
  });
}

function copyUnchanged(
  before: Uint8Array,
  marks: Uint8Array,
  row: Row,
  rowFrom: number,
  rowTo: number,
): void {
  let [from, to] = [rowFrom, rowTo];
  for (const { kind, text } of row) {
    if (kind === 'unchanged') marks.set(before.subarray(from, from + text.length), to);
    if (kind !== 'added') from += text.length;
    if (kind !== 'removed') to += text.length;
  }
}

/** Copies the marks of removed paragraphs to equal added ones, which have only moved. */
function copyMoved(before: Uint8Array, marks: Uint8Array, rows: readonly PlacedRow[]): void {
  const gone = new Map<string, number[]>();
  for (const { row, from } of rows) {
    const lost = wholly(row, 'removed');
    if (lost) gone.set(lost.words, [...(gone.get(lost.words) ?? []), from + lost.indent]);
  }
  for (const { row, to } of rows) {
    const added = wholly(row, 'added');
    const from = added && gone.get(added.words)?.shift();
    if (!added || from === undefined || from === null) continue;
    marks.set(before.subarray(from, from + added.words.length), to + added.indent);
  }
}

/** Text of a row if all of it is of one kind, and the length of its leading white space. */
function wholly(row: Row, kind: 'removed' | 'added') {
  if (!row.every((part) => part.kind === kind)) return null;
  const text = row.map((part) => part.text).join('');
  const words = text.trim();
  return words ? { words, indent: text.indexOf(words) } : null;
}

/** Percentage of words that programs wrote; 0 and 100 only if exact. */
export function machinePercent({ text, marks }: MarkedText): number {
  const [own, theirs] = [wordsMarked(text, marks, 0), wordsMarked(text, marks, 1)];
  if (theirs === 0) return 0;
  if (own === 0) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * theirs) / (own + theirs))));
}

function wordsMarked(text: string, marks: Uint8Array, mark: number): number {
  const parts: string[] = [];
  for (let at = marks.indexOf(mark); at !== -1; ) {
    const end = marks.indexOf(1 - mark, at);
    parts.push(text.slice(at, end === -1 ? undefined : end));
    at = end === -1 ? -1 : marks.indexOf(mark, end);
  }
  return wordsOf(parts.join('\n')).length;
}
