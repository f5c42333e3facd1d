// The last typed keys that the editor replaced: one Backspace right afterwards restores them.

import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';

interface Replaced {
  readonly from: number;
  readonly to: number;
  /** The keys as typed. */
  readonly typed: string;
}

export const replaces = StateEffect.define<Replaced>();

export const lastReplaced = StateField.define<Replaced | null>({
  create: () => null,
  update(last, transaction) {
    for (const effect of transaction.effects) if (effect.is(replaces)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : last;
  },
});

export function giveBack(state: EditorState): TransactionSpec | null {
  const last = state.field(lastReplaced, false);
  if (!last || state.selection.main.head !== last.to) return null;
  const { from, to, typed } = last;
  return { changes: { from, to, insert: typed }, selection: { anchor: from + typed.length } };
}
