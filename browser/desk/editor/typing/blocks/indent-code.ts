// Tab and Shift+Tab in code blocks.

import { indentLess, indentMore } from '@codemirror/commands';
import type { StateCommand } from '@codemirror/state';
import { codeBlockAt } from '../syntax.ts';

const INDENT = '  ';

export const indentCode: StateCommand = ({ state, dispatch }) => {
  const { head, from, to } = state.selection.main;
  if (!codeBlockAt(state, head)) return false;
  if (state.doc.lineAt(from).number !== state.doc.lineAt(to).number) {
    return indentMore({ state, dispatch });
  }
  dispatch(state.update(state.replaceSelection(INDENT), { userEvent: 'input.indent' }));
  return true;
};

export const outdentCode: StateCommand = ({ state, dispatch }) => {
  if (!codeBlockAt(state, state.selection.main.head)) return false;
  indentLess({ state, dispatch });
  return true;
};
