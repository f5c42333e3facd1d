// The typographic character for a key at a position, depending on the piece's language and the writer's settings.

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
  /** The end of the character in the text. */
  readonly end: number;
}

/** Returns null if the key is inserted as typed. */
export function signAt(view: EditorView, from: number, to: number, key: string): Sign | null {
  const { state } = view;
  const style = styleFor(localeOf(view));
  const line = state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const url = style ? quotedUrl(before, key, style) : -1;
  // A quoted URL counts as a plain word, so that a mark after its last slash still closes the quotation.
  const words = url < 0 ? before : `${before.slice(0, url)}x`;
  const found = style && replacementFor(words, key, style);
  // The expensive checks come last, since few keys have a typographic character.
  if (!found || !isPunctuating(view) || isVerbatim(state, from, url >= 0)) return null;
  const start = from - found.removed;
  const end = start + found.insert.length;
  const effects = replaces.of({ from: start, to: end, typed: found.typed });
  return { spec: { changes: { from: start, to, insert: found.insert }, effects }, end };
}

/** The start of the URL before the caret, if the key closes the quotation around it; otherwise -1. */
function quotedUrl(before: string, key: string, style: Style): number {
  if (key !== '"' && key !== "'") return -1;
  const url = bareUrlIn(before);
  const open = url < 0 ? undefined : openLevels(before.slice(0, url), style).at(-1);
  const isClosed = key === '"' ? open !== undefined : open === 'inner';
  return isClosed ? url : -1;
}
