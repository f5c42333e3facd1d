// Room for words that begin on a blank line or beside a fence: they are a paragraph of their own.

import type { EditorState, Line } from '@codemirror/state';
import { isBlank } from '../containers.ts';
import { textLine } from '../paragraphs.ts';
import { codeBlockAt } from '../syntax.ts';
import { belowFence } from './leave-block.ts';

/** What goes before and after the words, at one place. */
export interface Room {
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** Null where the words can stand as they are. */
export function roomAt(state: EditorState, pos: number, words: string): Room | null {
  const below = /[^\s`~]/.test(words) ? belowFence(state, pos) : null;
  if (below) return { at: below.at, before: below.room, after: '' };
  const line = state.doc.lineAt(pos);
  if (codeBlockAt(state, pos)) return null;
  const marks = line.text.trimEnd();
  const isQuoted = /^(?: {0,3}>)+ ?$/.test(line.text) && pos === line.to && /\S/.test(words);
  if (line.text !== '' && !isQuoted) return null;
  const space = isQuoted ? ' ' : '';
  const isAbove = touching(state, line, -1);
  const isBelow = touching(state, line, 1);
  if (!isAbove && !isBelow) return null;
  const missing = line.text === marks ? space : '';
  return {
    at: line.to,
    before: isAbove ? `\n${marks}${space}` : missing,
    after: isBelow ? `\n${marks}` : '',
  };
}

/** Not a table: its rows are typed below each other. Nor a line break: the text goes on there. */
function touching(state: EditorState, line: Line, step: -1 | 1): boolean {
  const next = line.text === '' ? textLine(state, line, step) : quotedLine(state, line, step);
  if (!next || Math.abs(next.number - line.number) > 1 || codeBlockAt(state, next.to)) return false;
  if (step === 1) return true;
  return !/^[\s>]*\||(?:\\| {2})$/.test(next.text);
}

function quotedLine({ doc }: EditorState, { number }: Line, step: -1 | 1): Line | null {
  const at = number + step;
  if (at < 1 || at > doc.lines) return null;
  const next = doc.line(at);
  return /^\s*>/.test(next.text) && !isBlank(next) ? next : null;
}
