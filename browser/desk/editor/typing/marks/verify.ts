// Whether a change of marks left the words as they were: a mark that is not taken for one would be a word.

import type { EditorState } from '@codemirror/state';
import { treeAt } from '../syntax.ts';

interface Area {
  readonly from: number;
  readonly to: number;
}

export function isUnchanged(before: EditorState, after: EditorState, area: Area): boolean {
  const longer = after.doc.length - before.doc.length;
  const from = before.doc.lineAt(area.from).from;
  const to = before.doc.lineAt(area.to).to;
  return wordsIn(before, from, to) === wordsIn(after, from, to + longer);
}

/** Without the marks of emphasis, and with escaped signs as they are shown. */
function wordsIn(state: EditorState, from: number, to: number): string {
  let words = '';
  let pos = from;
  treeAt(state, to).iterate({
    from,
    to,
    enter({ name, from: start, to: end }) {
      const isSkipped = name === 'EmphasisMark';
      if (!isSkipped && name !== 'Escape') return;
      words += state.sliceDoc(pos, start);
      pos = isSkipped ? end : start + 1;
    },
  });
  return words + state.sliceDoc(pos, to);
}
