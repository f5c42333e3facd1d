// Splits text inside bold, italic, code or a link so that both sides keep their marks.

import type { EditorState } from '@codemirror/state';
import { nodesAround, type SyntaxNode } from '../syntax.ts';

interface Split {
  readonly pos: number;
  /** The marks that close the first half, and those that open the second. */
  readonly close: string;
  readonly open: string;
}

const PAIRED = ['Emphasis', 'StrongEmphasis', 'Strikethrough', 'InlineCode', 'Link'];
const WHOLE = ['Autolink', 'Footnote', 'Image', 'Entity', 'Escape'];

/** The place to split: never inside a mark, a URL or an image, but before or after it. */
export function splitAt(state: EditorState, at: number): Split {
  let pos = at;
  for (const node of nodesAround(state, pos, -1)) pos = outOfMarks(node, pos);
  let close = '';
  let open = '';
  for (const node of nodesAround(state, pos, -1)) {
    const content = contentOf(node);
    if (!content || pos <= content.from || pos >= content.to) continue;
    close += state.sliceDoc(content.to, node.to);
    open = state.sliceDoc(node.from, content.from) + open;
  }
  return { pos, close, open };
}

function outOfMarks(node: SyntaxNode, pos: number): number {
  if (pos <= node.from || pos >= node.to) return pos;
  if (WHOLE.includes(node.name)) return node.to;
  const content = contentOf(node);
  if (content && pos >= content.to) return node.to;
  return content && pos <= content.from ? node.from : pos;
}

export function contentOf(node: SyntaxNode): { from: number; to: number } | null {
  if (!PAIRED.includes(node.name) || !node.firstChild) return null;
  // A link has more than two marks; its words end at the second.
  const marks = node.getChildren(node.firstChild.name);
  const last = node.name === 'Link' ? marks[1] : marks.at(-1);
  return last ? { from: node.firstChild.to, to: last.from } : null;
}
