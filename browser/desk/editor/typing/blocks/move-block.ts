// Alt+ArrowUp and Alt+ArrowDown: swap a paragraph, a block or a list item with its neighbour.

import type { EditorState, StateCommand } from '@codemirror/state';
import { containersAt } from '../containers.ts';
import { nodesAround, type SyntaxNode } from '../syntax.ts';
import { counted, itemBeside } from './list-numbers.ts';

/** The innermost item around the caret, or else the top-level block. */
function blockAt(state: EditorState): SyntaxNode | null {
  const line = state.doc.lineAt(state.selection.main.head);
  const item = containersAt(state, line.to)
    .filter(({ kind }) => kind === 'item')
    .at(-1);
  if (item) return item.node;
  for (const node of nodesAround(state, line.to, -1)) {
    if (node.parent && !node.parent.parent) return node;
  }
  return null;
}

const spanOf = ({ doc }: EditorState, { from, to }: SyntaxNode) => ({
  from: doc.lineAt(from).from,
  to: doc.lineAt(to).to,
});

function besides(block: SyntaxNode, step: -1 | 1): SyntaxNode | null {
  if (block.name === 'ListItem') return itemBeside(block, step);
  return step < 0 ? block.prevSibling : block.nextSibling;
}

export const moveBlock =
  (step: -1 | 1): StateCommand =>
  ({ state, dispatch }) => {
    const block = state.readOnly ? null : blockAt(state);
    const other = block && besides(block, step);
    // Without a neighbour, the key does nothing, so that CodeMirror's own action doesn't run.
    if (!block || !other) return true;
    const [a, b] = [block, other]
      .map((node) => spanOf(state, node))
      .sort((x, y) => x.from - y.from);
    if (!a || !b) return true;
    const [upper, lower] = [state.sliceDoc(a.from, a.to), state.sliceDoc(b.from, b.to)];
    const { head } = state.selection.main;
    const moved = state.update({
      changes: [
        { ...a, insert: lower },
        { ...b, insert: upper },
      ],
      selection: {
        anchor: step < 0 ? head - (b.from - a.from) : head + lower.length + (b.from - a.to),
      },
    });
    const next = moved.state.update({
      changes: counted(moved.state, moved.newSelection.main.head),
    });
    dispatch(
      state.update({
        changes: moved.changes.compose(next.changes),
        selection: moved.newSelection.map(next.changes, 1),
        scrollIntoView: true,
        userEvent: 'move.line',
      }),
    );
    return true;
  };
