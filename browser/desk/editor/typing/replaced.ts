// What the editor put in place of what was typed: one Backspace right after it gives the keys back.

import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';

interface Replaced {
  readonly from: number;
  readonly to: number;
  /** As it was typed. */
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
