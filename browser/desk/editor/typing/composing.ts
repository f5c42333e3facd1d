// Handles text composed with an input method, a dead key or a phone's keyboard: once composing ends, it gets the same
// blank lines and punctuation as typed text.

import { type ChangeDesc, ChangeSet, type EditorState } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { roomAt } from './blocks/room.ts';
import { keysIn } from './punctuation/composed.ts';
import { signAt } from './punctuation/sign-at.ts';

/** The same event name as for composed words, so that undo removes both in one step. */
const COMPOSED = 'input.type.compose';

/** How often to check whether composing has ended: on Android, no event reports it. */
const POLL_MS = 100;

class Composing implements PluginValue {
  /** The text before composing began, and all changes since. */
  #begun: { state: EditorState; changes: ChangeDesc } | null = null;
  #isTidying = false;
  #poll: ReturnType<typeof setTimeout> | undefined;

  begin(state: EditorState): void {
    // Words composed directly after each other share the first one's beginning.
    this.#begun ??= { state, changes: ChangeSet.empty(state.doc.length) };
  }

  update({ view, startState, changes, docChanged, transactions }: ViewUpdate): void {
    if (!docChanged || this.#isTidying) return;
    if (transactions.some((one) => one.isUserEvent(COMPOSED))) this.begin(startState);
    if (!this.#begun) return;
    this.#begun = { ...this.#begun, changes: this.#begun.changes.composeDesc(changes.desc) };
    this.#look(view);
  }

  #look(view: EditorView): void {
    clearTimeout(this.#poll);
    this.#poll = setTimeout(() => {
      this.end(view);
      if (this.#begun) this.#look(view);
    }, POLL_MS);
  }

  destroy(): void {
    clearTimeout(this.#poll);
  }

  end(view: EditorView): void {
    if (!this.#begun || view.composing || view.compositionStarted) return;
    const { state, changes } = this.#begun;
    this.#begun = null;
    this.#isTidying = true;
    tidy(view, state, changes);
    this.#isTidying = false;
  }
}

/** Adds the blank lines and typographic punctuation that the text composed since `state` needs. */
function tidy(view: EditorView, state: EditorState, changes: ChangeDesc): void {
  const { main } = state.selection;
  const from = changes.mapPos(main.from, -1);
  const composed = view.state.sliceDoc(from, changes.mapPos(main.to, 1));
  if (composed.trim() === '' || /[\n\r]/.test(composed) || view.state.readOnly) return;
  const found = main.empty ? roomAt(state, main.head, composed) : null;
  // After a closing fence, the room is elsewhere, where composed text can't go.
  const room = found?.at === main.head ? found : null;
  if (room) {
    const parts = [
      { from: changes.mapPos(room.at, -1), insert: room.before },
      { from: changes.mapPos(room.at, 1), insert: room.after },
    ];
    view.dispatch({ changes: parts, userEvent: COMPOSED, scrollIntoView: true });
  }
  punctuate(view, from + (room?.before.length ?? 0), composed);
}

/** Replaces from the last key to the first, so that earlier positions stay valid. */
function punctuate(view: EditorView, from: number, composed: string): void {
  for (const index of keysIn(composed).reverse()) {
    const at = from + index;
    const key = composed.slice(index, index + 1);
    const sign = signAt(view, at, at + key.length, key);
    if (sign) view.dispatch(sign.spec, { userEvent: COMPOSED, scrollIntoView: true });
  }
}

export const composing = ViewPlugin.define(() => new Composing(), {
  eventObservers: {
    compositionstart(_event, view) {
      this.begin(view.state);
    },
    compositionend(_event, view) {
      // CodeMirror reads the last letters from the page after this event.
      setTimeout(() => this.end(view));
    },
  },
});
