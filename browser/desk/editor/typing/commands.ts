// The keys Enter, Backspace, Delete, Tab and Home with their actions in blocks. Each key press is one step of undo.

import { isolateHistory } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  Prec,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { home } from './blocks/home.ts';
import { indentCode, outdentCode } from './blocks/indent-code.ts';
import { indentItem, outdentItem } from './blocks/indent-items.ts';
import { leaveBlock } from './blocks/leave-block.ts';
import { moveBlock } from './blocks/move-block.ts';
import { enter, lineBreak } from './enter/enter.ts';
import { joinBackward, joinForward } from './joining.ts';
import { deleteLetterInMarks, deleteWordInMarks } from './marks/backspace.ts';
import { giveBack } from './replaced.ts';

type Act = (state: EditorState) => TransactionSpec | null;

/** Removes the selection before the action, in the same step of undo. */
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
const letterInMarks = atCaret(deleteLetterInMarks, 'delete.backward');
const wordInMarks = atCaret(deleteWordInMarks, 'delete.backward');

export const typingKeys: Extension = Prec.high(
  keymap.of([
    {
      key: 'Enter',
      run: inPlaceOfSelection(enter),
      shift: inPlaceOfSelection(lineBreak),
    },
    { key: 'Mod-Enter', run: inPlaceOfSelection(leaveBlock) },
    { key: 'Tab', run: indentCode, shift: outdentCode },
    { key: 'Tab', run: indentItem, shift: outdentItem },
    { key: 'Mod-]', run: indentItem, preventDefault: true },
    { key: 'Mod-[', run: outdentItem, preventDefault: true },
    { key: 'Alt-ArrowUp', run: moveBlock(-1) },
    { key: 'Alt-ArrowDown', run: moveBlock(1) },
    { key: 'Home', run: (view) => home(view), shift: (view) => home(view, true) },
    { mac: 'Cmd-ArrowLeft', run: (view) => home(view), shift: (view) => home(view, true) },
    { key: 'Backspace', run: atCaret(giveBack, 'input.type') },
    { key: 'Backspace', run: letterInMarks, shift: letterInMarks },
    { key: 'Backspace', run: backspace, shift: backspace },
    { key: 'Mod-Backspace', run: wordInMarks, mac: 'Alt-Backspace' },
    { key: 'Mod-Backspace', run: backspace, mac: 'Alt-Backspace' },
    { key: 'Delete', run: atCaret(joinForward, 'delete.forward') },
  ]),
);
