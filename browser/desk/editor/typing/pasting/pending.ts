// Tracks pasted text that waits for its Markdown while the writer types around it.

import { type EditorState, StateEffect, StateField } from '@codemirror/state';

interface Pending {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

export const awaits = StateEffect.define<Pending>();
export const arrived = StateEffect.define<number>();

export const pendingPastes = StateField.define<readonly Pending[]>({
  create: () => [],
  update(pending, { changes, effects, docChanged }) {
    let next = docChanged
      ? pending.map(({ id, from, to }) => ({
          ...{ id, from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) },
        }))
      : pending;
    for (const effect of effects) {
      if (effect.is(awaits)) next = [...next, effect.value];
      else if (effect.is(arrived)) next = next.filter(({ id }) => id !== effect.value);
    }
    return next;
  },
});

/** Returns null if nothing is left of the pasted text. */
export function placeOf(state: EditorState, wanted: number): { from: number; to: number } | null {
  const found = state.field(pendingPastes, false)?.find(({ id }) => id === wanted);
  return found && found.to > found.from ? found : null;
}
