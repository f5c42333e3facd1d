// Enter begins a paragraph, continues a list or quote, and leaves it from an empty line.

import type { EditorState, TransactionSpec } from '@codemirror/state';
import { blankOf, containersAt, contentStart, prefixOf } from '../containers.ts';
import { openPair } from '../open-pairs.ts';
import { blankLines, roomFor } from '../paragraphs.ts';
import { afterNumber } from '../prose-numbers.ts';
import { codeBlockAt, isClosed } from '../syntax.ts';
import { enterInCode } from './enter-code.ts';
import { enterInContainers } from './enter-list.ts';
import { enterInTable } from './enter-table.ts';
import { parted } from './parting.ts';

/** The edit for Enter with an empty selection, or null if there is nothing to do. */
export function enter(state: EditorState): TransactionSpec | null {
  // Bold that is being typed ends here, together with the spaces after its words.
  const at = openPair(state)?.to ?? state.selection.main.head;
  const code = codeBlockAt(state, at);
  const isLastFence = code !== null && isClosed(code) && state.doc.lineAt(at).to === code.to;
  if (code && !isLastFence) return enterInCode(state, at, code);
  const pos = isLastFence ? state.doc.lineAt(at).to : at;
  const inTable = enterInTable(state, pos);
  if (inTable) return inTable;
  const number = afterNumber(state, pos);
  if (number) return number;
  const containers = containersAt(state, pos);
  if (containers.length > 0) return enterInContainers(state, pos, containers);
  const line = state.doc.lineAt(pos);
  if (line.text.trim() === '') return roomFor(state, line);
  const heading = /^ {0,3}#{1,6}\s+/.exec(line.text)?.[0] ?? '';
  if (/^ {0,3}#{1,6}\s*$/.test(line.text)) {
    return { changes: { from: line.from, to: line.to }, selection: { anchor: line.from } };
  }
  if (heading !== '' && pos <= line.from + heading.length) return moveDown(state, pos, line.from);
  if (pos === line.from) return moveDown(state, pos, pos);
  return parted(state, pos, '\n\n');
}

/** Moves the line down with its mark, leaving room for a paragraph above it. */
function moveDown(state: EditorState, pos: number, from: number): TransactionSpec | null {
  const { before, isFirst } = blankLines(state, from);
  if (before >= (isFirst ? 2 : 3)) return null;
  return { changes: { from, insert: '\n\n' }, selection: { anchor: pos + 2 } };
}

/** Shift+Enter: a line break in a paragraph; elsewhere, the same as Enter. */
export function lineBreak(state: EditorState): TransactionSpec | null {
  const pos = state.selection.main.head;
  const line = state.doc.lineAt(pos);
  const containers = containersAt(state, pos);
  const start = contentStart(line, containers);
  const words = line.text.slice(start, pos - line.from).trimEnd();
  const isPlain = words === '' || /^#{1,6}(?:\s|$)/.test(words) || words.startsWith('|');
  if (isPlain || codeBlockAt(state, pos)) return enter(state);
  // A backslash after another would be escaped, so two spaces mark the break instead.
  const sign = /(?<!\\)(?:\\\\)*\\$/.test(words) ? '  ' : '\\';
  const indent = containers.length > 0 ? prefixOf(containers) : '';
  return parted(state, pos, `${sign}\n${indent || blankOf(containers)}`);
}
