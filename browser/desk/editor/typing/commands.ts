// The keys Enter, Shift+Enter, Backspace and Delete: each is one step of undo.

import { isolateHistory } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  Prec,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { enter, lineBreak } from './enter.ts';
import { joinBackward, joinForward } from './joining.ts';
import { giveBack } from './replaced.ts';

type Act = (state: EditorState) => TransactionSpec | null;

/** What is selected goes first, in the same step. */
const inPlaceOfSelection =
  (act: Act): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { from, to, empty } = state.selection.main;
    const removal = state.update({ changes: { from, to }, selection: { anchor: from } });
    const spec = act(empty ? state : removal.state);
    const annotations = isolateHistory.of('full');
    const next = (empty ? state : removal.state).update(spec ?? {});
    const changes = empty ? next.changes : removal.changes.compose(next.changes);
    dispatch(
      state.update({
        changes,
        selection: next.newSelection,
        scrollIntoView: true,
        userEvent: 'input.type',
        annotations,
      }),
    );
    return true;
  };

const atCaret =
  (act: Act, userEvent: string): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly || !state.selection.main.empty) return false;
    const spec = act(state);
    if (!spec) return false;
    dispatch(state.update(spec, { scrollIntoView: true, userEvent }));
    return true;
  };

const backspace = atCaret(joinBackward, 'delete.backward');

export const typingKeys: Extension = Prec.high(
  keymap.of([
    {
      key: 'Enter',
      run: inPlaceOfSelection(enter),
      shift: inPlaceOfSelection(lineBreak),
    },
    { key: 'Backspace', run: atCaret(giveBack, 'input.type') },
    { key: 'Backspace', run: backspace, shift: backspace },
    { key: 'Mod-Backspace', run: backspace, mac: 'Alt-Backspace' },
    { key: 'Delete', run: atCaret(joinForward, 'delete.forward') },
  ]),
);
