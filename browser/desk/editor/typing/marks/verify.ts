// Checks that changing marks has left the words as they were: a mark that Markdown doesn't recognise would become text.

import type { EditorState } from '@codemirror/state';
import { treeAt } from '../syntax.ts';

interface Area {
  readonly from: number;
  readonly to: number;
}

export function isUnchanged(before: EditorState, after: EditorState, area: Area): boolean {
  const longer = after.doc.length - before.doc.length;
  const from = blockEdge(before, area.from, -1);
  const to = blockEdge(before, area.to, 1);
  return wordsIn(before, from, to) === wordsIn(after, from, to + longer);
}

/** The edge of the block, at the next blank line: within a block, marks on different lines can pair. */
function blockEdge({ doc }: EditorState, pos: number, step: -1 | 1): number {
  let line = doc.lineAt(pos);
  for (let next = line.number + step; next >= 1 && next <= doc.lines; next += step) {
    const beyond = doc.line(next);
    if (beyond.text.trim() === '') break;
    line = beyond;
  }
  return step < 0 ? line.from : line.to;
}

/** The text without the marks of emphasis and strikethrough, and with escaped characters as they are shown. */
function wordsIn(state: EditorState, from: number, to: number): string {
  let words = '';
  let pos = from;
  treeAt(state, to).iterate({
    from,
    to,
    enter({ name, from: start, to: end }) {
      const isSkipped = name === 'EmphasisMark' || name === 'StrikethroughMark';
      if (!isSkipped && name !== 'Escape') return;
      words += state.sliceDoc(pos, start);
      pos = isSkipped ? end : start + 1;
    },
  });
  return words + state.sliceDoc(pos, to);
}
