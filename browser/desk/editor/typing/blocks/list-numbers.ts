// Renumbers numbered lists after items have moved.

import type { ChangeSpec, EditorState } from '@codemirror/state';
import { markOf } from '../containers.ts';
import { nodesAround, type SyntaxNode } from '../syntax.ts';

const LISTS = ['BulletList', 'OrderedList'];

/** The item before or after an item, past the marks of a quote between them. */
export function itemBeside(item: SyntaxNode, step: -1 | 1): SyntaxNode | null {
  let next = step < 0 ? item.prevSibling : item.nextSibling;
  while (next && next.name !== 'ListItem') next = step < 0 ? next.prevSibling : next.nextSibling;
  return next;
}

/** The changes that renumber every list around the position, including nested lists. */
export function counted(state: EditorState, pos: number): ChangeSpec[] {
  let outermost: SyntaxNode | null = null;
  const line = state.doc.lineAt(pos);
  for (const node of nodesAround(state, line.to, -1))
    if (LISTS.includes(node.name)) outermost = node;
  const changes: ChangeSpec[] = [];
  const start = outermost?.from;
  outermost?.cursor().iterate(({ name, node, from }) => {
    if (name === 'OrderedList') changes.push(...countList(state, node, from !== start));
  });
  return changes;
}

/** Renumbers a list, unless all its items have the same number: Markdown counts such a list by itself. */
function countList({ doc }: EditorState, list: SyntaxNode, isInner: boolean): ChangeSpec[] {
  const items = list.getChildren('ListItem').map((item) => {
    const from = markOf(item);
    return { from, digits: /^\d+/.exec(doc.sliceString(from, from + 10))?.[0] ?? '' };
  });
  const first = items[0]?.digits ?? '';
  // The list keeps its lowest number as its first, since the first item may have moved up from below.
  const lowest = Math.min(...items.map(({ digits }) => Number(digits)));
  if (items.length > 1 && items.every(({ digits }) => digits === first)) return [];
  return items.flatMap(({ from, digits }, at) => {
    const insert = String((isInner ? 1 : lowest) + at);
    return digits === insert ? [] : [{ from, to: from + digits.length, insert }];
  });
}
