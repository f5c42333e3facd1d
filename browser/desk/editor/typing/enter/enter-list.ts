// Enter in lists and quotes: begins the next item or paragraph, or leaves the list or quote from an empty line.

import type { ChangeSpec, EditorState, Line, TransactionSpec } from '@codemirror/state';
import {
  blankOf,
  type Container,
  contentStart,
  isBlank,
  markOf,
  nextItem,
  prefixOf,
} from '../containers.ts';
import { brokenLength } from '../paragraphs.ts';
import type { SyntaxNode } from '../syntax.ts';
import { parted } from './parting.ts';

export function enterInContainers(
  state: EditorState,
  at: number,
  containers: readonly Container[],
): TransactionSpec {
  const line = state.doc.lineAt(at);
  const start = line.from + contentStart(line, containers);
  if (state.sliceDoc(start, line.to).trim() === '') return leave(state, line, containers, '');
  const pos = Math.max(at, start);
  if (containers.at(-1)?.kind === 'quote') {
    return parted(state, pos, `\n${blankOf(containers)}\n${prefixOf(containers)}`);
  }
  const item = containers.at(-1)?.node;
  const gap = item && isLoose(state, item) ? `\n${blankOf(containers.slice(0, -1))}` : '';
  const spec = parted(state, pos, `${gap}\n${nextItem(containers)}`);
  const counted = item ? countOn(state, item) : [];
  return { ...spec, changes: [spec.changes ?? [], counted] };
}

/** Leaves the innermost list or quote for the list around it, or for a paragraph after it. */
export function leave(
  state: EditorState,
  line: Line,
  containers: readonly Container[],
  words: string,
): TransactionSpec {
  const outer = containers.slice(0, -1);
  const isInItem = containers.at(-1)?.kind === 'item' && outer.at(-1)?.kind === 'item';
  if (isInItem) {
    const insert = nextItem(outer) + words;
    const anchor = line.from + insert.length - words.length;
    return { changes: { from: line.from, to: line.to, insert }, selection: { anchor } };
  }
  const before = lastWithText(state, line);
  const from = before ? before.to - brokenLength(before) : 0;
  const start = (before ? `\n${blankOf(outer)}\n` : '') + prefixOf(outer);
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1) : null;
  const end = next && !isBlank(next) ? `\n${blankOf(outer)}` : '';
  return {
    changes: { from, to: line.to, insert: start + words + end },
    selection: { anchor: from + start.length },
  };
}

function lastWithText(state: EditorState, line: Line): Line | null {
  for (let at = line.number - 1; at >= 1; at -= 1) {
    const found = state.doc.line(at);
    if (!isBlank(found)) return found;
  }
  return null;
}

/** Whether the list has blank lines between its items. */
function isLoose({ doc }: EditorState, item: SyntaxNode): boolean {
  const items = item.parent?.getChildren('ListItem') ?? [];
  const [first, second] = items;
  if (!first || !second) return false;
  return isBlank(doc.line(doc.lineAt(second.from).number - 1));
}

/** Raises the numbers of the following items by one, as long as they are consecutive. */
function countOn(state: EditorState, item: SyntaxNode): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  let number = numberOf(state, item);
  for (let next = item.nextSibling; next; next = next.nextSibling) {
    if (next.name !== 'ListItem') continue;
    const own = numberOf(state, next);
    if (number === null || own !== number + 1) break;
    const from = markOf(next);
    changes.push({ from, to: from + String(own).length, insert: String(own + 1) });
    number = own;
  }
  return changes;
}

function numberOf(state: EditorState, item: SyntaxNode): number | null {
  const digits = /^\d{1,9}(?=[.)])/.exec(state.sliceDoc(markOf(item), markOf(item) + 10))?.[0];
  return digits === undefined ? null : Number(digits);
}
