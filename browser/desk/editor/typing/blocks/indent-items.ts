// Tab and Shift+Tab in lists: moves an item with its content into the item before it, or out by one level.

import type { ChangeSpec, EditorState, StateCommand, TransactionSpec } from '@codemirror/state';
import { type Container, containersAt } from '../containers.ts';
import type { SyntaxNode } from '../syntax.ts';
import { counted, itemBeside } from './list-numbers.ts';

type Act = (state: EditorState, items: readonly Container[]) => TransactionSpec | null;

/** The selected items of one list, each with its mark and position. */
function chosenItems(state: EditorState): Container[] {
  const { from, to } = state.selection.main;
  const first = containersAt(state, state.doc.lineAt(from).to).filter(isItem).at(-1);
  const chosen: Container[] = [];
  for (let node: SyntaxNode | null = first?.node ?? null; node; node = itemBeside(node, 1)) {
    if (node.from > to) break;
    const own = containersAt(state, state.doc.lineAt(node.from).to);
    const item = own.find((each) => each.node.from === node?.from && isItem(each));
    if (item) chosen.push(item);
  }
  return chosen;
}

const isItem = ({ kind }: Container) => kind === 'item';

const into: Act = (state, items) => {
  const [first] = items;
  const before = first && itemBeside(first.node, -1);
  const above = before && containersAt(state, state.doc.lineAt(before.from).to);
  const parent = above?.find((each) => each.node.from === before?.from && isItem(each));
  if (!first || !parent) return null;
  const indent = ' '.repeat(parent.width);
  return shifted(state, items, (line) =>
    line.length > first.column ? { from: line.from + first.column, insert: indent } : [],
  );
};

const out: Act = (state, items) => {
  const [first] = items;
  const parent = first && parentOf(state, first);
  if (!parent) return null;
  const width = first.column - parent.column;
  return shifted(state, items, (line) => {
    const from = line.from + parent.column;
    const spaces = /^ */.exec(state.sliceDoc(from, from + width))?.[0].length ?? 0;
    return { from, to: from + spaces };
  });
};

function parentOf(state: EditorState, { node, from }: Container): Container | undefined {
  const all = containersAt(state, state.doc.lineAt(from).to);
  const at = all.findIndex((each) => each.node.from === node.from && isItem(each));
  const parent = all[at - 1];
  return parent && isItem(parent) ? parent : undefined;
}

function shifted(
  state: EditorState,
  items: readonly Container[],
  shift: (line: { from: number; length: number }) => ChangeSpec,
): TransactionSpec | null {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return null;
  const changes: ChangeSpec[] = [];
  const end = state.doc.lineAt(last.node.to).number;
  for (let number = state.doc.lineAt(first.from).number; number <= end; number += 1) {
    changes.push(shift(state.doc.line(number)));
  }
  return { changes };
}

/** Moves the items, then renumbers the lists as they are after the move. Both are one step of undo. */
const inOneStep =
  (act: Act, isTakenAnyway: boolean): StateCommand =>
  ({ state, dispatch }) => {
    const items = chosenItems(state);
    if (state.readOnly || items.length === 0) return false;
    const spec = act(state, items);
    if (!spec) return isTakenAnyway;
    const moved = state.update(spec);
    const selection = state.selection.map(moved.changes, 1);
    const next = moved.state.update({ changes: counted(moved.state, selection.main.head) });
    dispatch(
      state.update({
        changes: moved.changes.compose(next.changes),
        selection: selection.map(next.changes, 1),
        scrollIntoView: true,
        userEvent: 'input.indent',
      }),
    );
    return true;
  };

/** Tab in the first item moves nothing, but the focus stays in the text. */
export const indentItem = inOneStep(into, true);
/** Shift+Tab in an item of the outermost list can't move it, so the key moves the focus out of the text as usual. */
export const outdentItem = inOneStep(out, false);
