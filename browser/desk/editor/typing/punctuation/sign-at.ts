// The sign that a key gives at a place of the text, by the piece's language and the writer's choice.

import type { TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { replaces } from '../replaced.ts';
import { isVerbatim } from '../syntax.ts';
import { styleFor } from './quotes.ts';
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
  const found = style && replacementFor(line.text.slice(0, from - line.from), key, style);
  // Few keys have a sign: what costs more is asked for those alone.
  if (!found || !isPunctuating(view) || isVerbatim(state, from)) return null;
  const start = from - found.removed;
  const end = start + found.insert.length;
  const effects = replaces.of({ from: start, to: end, typed: found.typed });
  return { spec: { changes: { from: start, to, insert: found.insert }, effects }, end };
}
