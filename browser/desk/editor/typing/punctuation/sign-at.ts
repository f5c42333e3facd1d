// The sign that a key gives at a place of the text, by the piece's language and the writer's choice.

import type { TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { replaces } from '../replaced.ts';
import { bareUrlIn, isVerbatim } from '../syntax.ts';
import { openLevels } from './open-quotes.ts';
import { type Style, styleFor } from './quotes.ts';
import { replacementFor } from './rules.ts';
import { isPunctuating, localeOf } from './switch.ts';

interface Sign {
  readonly spec: TransactionSpec;
  /** Where it ends. */
  readonly end: number;
}

/** Null if the key is taken as it is. */
export function signAt(view: EditorView, from: number, to: number, key: string): Sign | null {
  const { state } = view;
  const style = styleFor(localeOf(view));
  const line = state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const url = style ? quotedUrl(before, key, style) : -1;
  // A URL is as any other word between quotation marks, though it may end in a slash.
  const words = url < 0 ? before : `${before.slice(0, url)}x`;
  const found = style && replacementFor(words, key, style);
  // Few keys have a sign: what costs more is asked for those alone.
  if (!found || !isPunctuating(view) || isVerbatim(state, from, url >= 0)) return null;
  const start = from - found.removed;
  const end = start + found.insert.length;
  const effects = replaces.of({ from: start, to: end, typed: found.typed });
  return { spec: { changes: { from: start, to, insert: found.insert }, effects }, end };
}

/** Where the URL before the caret begins, if the key closes the quotation that it is in; or else -1. */
function quotedUrl(before: string, key: string, style: Style): number {
  if (key !== '"' && key !== "'") return -1;
  const url = bareUrlIn(before);
  const open = url < 0 ? undefined : openLevels(before.slice(0, url), style).at(-1);
  const isClosed = key === '"' ? open !== undefined : open === 'inner';
  return isClosed ? url : -1;
}
