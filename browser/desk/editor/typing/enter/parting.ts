// Splits text at a position with a paragraph, an item or a line break.

import type { EditorState, TransactionSpec } from '@codemirror/state';
import { autolinkBefore } from '../autolink.ts';
import { splitAt } from './inline-split.ts';

/** Splits the text and drops the spaces around the split. A URL right before the split becomes a link. */
export function parted(state: EditorState, at: number, between: string): TransactionSpec {
  const { pos, close, open } = splitAt(state, at);
  const line = state.doc.lineAt(pos);
  const start = line.text.slice(0, pos - line.from).trimEnd().length;
  const rest = line.text.slice(pos - line.from);
  const from = Math.max(line.from, line.from + start);
  const to = pos + (rest.length - rest.trimStart().length);
  const link = autolinkBefore(state, from);
  const insert = close + between + open;
  return {
    changes: [...(link?.changes ?? []), { from, to, insert }],
    selection: { anchor: from + (link?.added ?? 0) + insert.length },
  };
}
