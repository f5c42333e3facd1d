// Leaves a block for a paragraph below it: by Ctrl+Enter, by words typed after a closing fence, or by Enter in an empty
// last row.

import type { EditorState, TransactionSpec } from '@codemirror/state';
import { blankOf, containersAt, prefixOf } from '../containers.ts';
import { isClosed, nodeAround, nodesAround, type SyntaxNode } from '../syntax.ts';

const BLOCKS = ['FencedCode', 'CodeBlock', 'Table', 'BulletList', 'OrderedList', 'Blockquote'];

/** Leaves the outermost block around the caret, or the paragraph if there is no block. */
export function leaveBlock(state: EditorState): TransactionSpec | null {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  let outermost: SyntaxNode | null = null;
  for (const node of nodesAround(state, head, head > line.from ? -1 : 1)) {
    if (BLOCKS.includes(node.name)) outermost = node;
  }
  return below(state, outermost ? state.doc.lineAt(outermost.to).to : line.to);
}

/** Adds a paragraph after a place. `from` is where the block ends, if the text between is deleted. */
export function below(state: EditorState, to: number, from = to): TransactionSpec {
  const rest = state.sliceDoc(to);
  // Blank lines at the end of the text already make room for the paragraph.
  const end = rest.trim() === '' ? state.doc.length : to;
  return { changes: { from, to: end, insert: '\n\n' }, selection: { anchor: from + 2 } };
}

/** Makes room below a code block: words typed after its closing fence would turn the fence into code. */
export function belowFence(state: EditorState, pos: number): { at: number; room: string } | null {
  const line = state.doc.lineAt(pos);
  if (!/(?:`{3,}|~{3,})\s*$/.test(line.text)) return null;
  const block = nodeAround(state, line.to, -1, ['FencedCode']);
  if (!block || !isClosed(block) || block.from >= line.from || block.to < line.to) return null;
  const containers = containersAt(state, block.from + 1);
  return { at: line.to, room: `\n${blankOf(containers)}\n${prefixOf(containers)}` };
}
