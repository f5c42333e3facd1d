// Room for words that begin on a blank line or after a closing fence, so that they become a separate paragraph.

import type { EditorState, Line } from '@codemirror/state';
import { isBlank } from '../containers.ts';
import { textLine } from '../paragraphs.ts';
import { codeBlockAt } from '../syntax.ts';
import { belowFence } from './leave-block.ts';

/** Text to insert before and after the words. */
export interface Room {
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** Returns null if the words need no extra room. */
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

/**
 * Whether a neighbouring line would swallow the words. A table above wouldn't, since its rows are typed line by line,
 * nor would a line break, after which the text continues.
 */
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
