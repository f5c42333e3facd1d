// Puts Markdown in place of pasted plain text: inside the block around it, or as separate blocks.

import type { EditorState } from '@codemirror/state';
import { prefixOf } from '../containers.ts';
import { fitted, indented, isInCell, type Surroundings, surroundingsAt } from './fitting.ts';

interface Place {
  readonly from: number;
  readonly to: number;
}

interface Change extends Place {
  readonly insert: string;
}

const MARKED = /^(?:#{1,6} |> |[-*+] |\d+[.)] |```|\||\[\^[^\]]+\]:)/m;
const HEADING = /^#{1,6} +/;
const EMPTY_HEADING = /^#{1,6}\s*$/;
/** A line that begins a list item or continues one. */
const OF_LIST = /^(?:[-*+] |\d+[.)] |\s|$)/;

/** Returns null in a table's cell if the Markdown has blocks: only the plain text can stay there. */
export function placed(state: EditorState, place: Place, markdown: string): Change | null {
  const { from, to } = place;
  const isBlock = MARKED.test(markdown);
  if (isInCell(state, from) && isBlock) return null;
  if (isInCell(state, from) || !(isBlock || markdown.includes('\n'))) {
    return { from, to, insert: fitted(state, from, markdown) };
  }
  const around = surroundingsAt(state, from);
  const before = state.sliceDoc(Math.min(around.start, from), from).trim();
  const after = state.sliceDoc(to, state.doc.lineAt(to).to).trim();
  const items = before === '' ? asItems(place, markdown, after, around) : null;
  return items ?? { from, to, insert: apart(markdown, before, after, around) };
}

/** Puts blank lines between the pasted blocks and the words before and after them. */
function apart(markdown: string, before: string, after: string, around: Surroundings): string {
  const isTitle = EMPTY_HEADING.test(before) && (HEADING.test(markdown) || !MARKED.test(markdown));
  const gap = `\n${around.blank}\n${around.prefix}`;
  const text = indented(isTitle ? markdown.replace(HEADING, '') : markdown, around);
  return `${before && !isTitle ? gap : ''}${text}${after && gap}`;
}

/**
 * Inserts a list pasted at the start of an item as items before the remaining text of that item; null if it isn't a
 * list.
 */
function asItems({ from, to }: Place, markdown: string, after: string, around: Surroundings) {
  const item = around.containers.at(-1);
  const isHere = item?.kind === 'item' && item.from + item.mark.length === around.start;
  if (!isHere || !markdown.split('\n').every((line) => OF_LIST.test(line))) return null;
  const outer = around.containers.slice(0, -1);
  const prefix = prefixOf(outer).padEnd(item.column);
  const insert = indented(markdown, { ...around, prefix, blank: prefix.trimEnd() });
  return {
    from: Math.min(item.from, from),
    to,
    insert: insert + (after && `\n${prefix}${item.mark}`),
  };
}
