// Queries about a position in the text: whether it is in code, and which syntax nodes are around it.

import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolve']>;

/** How long to wait for the parser, which may lag behind in a long text. */
const PARSE_MS = 200;

export const treeAt = (state: EditorState, pos: number) =>
  ensureSyntaxTree(state, pos, PARSE_MS) ?? syntaxTree(state);

/**
 * The nodes around a position, the innermost first. `side` decides which of those that only touch the position count.
 */
export function* nodesAround(
  state: EditorState,
  pos: number,
  side: -1 | 0 | 1,
): Generator<SyntaxNode> {
  for (
    let node: SyntaxNode | null = treeAt(state, pos).resolveInner(pos, side);
    node;
    node = node.parent
  )
    yield node;
}

export function nodeAround(
  state: EditorState,
  pos: number,
  side: -1 | 0 | 1,
  names: readonly string[],
): SyntaxNode | null {
  for (const node of nodesAround(state, pos, side)) if (names.includes(node.name)) return node;
  return null;
}

const CODE_BLOCKS = ['FencedCode', 'CodeBlock'];

/** The code block around a position. The end of a block counts as inside only while the block is not closed. */
export function codeBlockAt(state: EditorState, pos: number): SyntaxNode | null {
  const inside = nodeAround(state, pos, 0, CODE_BLOCKS) ?? nodeAround(state, pos, -1, CODE_BLOCKS);
  return inside && (pos < inside.to || !isClosed(inside)) ? inside : null;
}

/** Whether a fenced code block has its closing fence. */
export const isClosed = (block: SyntaxNode) =>
  block.name === 'FencedCode' && block.getChildren('CodeMark').length > 1;

const VERBATIM = [
  ...['InlineCode', 'FencedCode', 'CodeBlock', 'URL', 'Autolink', 'LinkTitle', 'LinkReference'],
  ...['Entity', 'Escape'],
];

/** An unfinished tag, attribute or URL of a link or reference, or a backslash with nothing after it yet. */
const UNFINISHED = [
  /(?<!\\)<[a-z/!?][^>]*$/i,
  /=(?:"[^"]*|'[^']*)?$/,
  /\]\([^()]*$/,
  /^\s*\[[^\]^][^\]]*\]:\s*\S*$/,
  /\\$/,
];

const LINK_END = /\]\((?:[^()]|\([^()]*\))*\)/g;
const URL_AT_END = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s>]*$/i;

/** The start of a URL at the end of the text that is not part of a link, or -1. */
export const bareUrlIn = (text: string): number =>
  text.replace(LINK_END, (link) => ' '.repeat(link.length)).search(URL_AT_END);

/**
 * Whether keys typed here stay as typed: in code, URLs and tags, and after a backslash. A key that ends a URL counts as
 * outside of it.
 */
export function isVerbatim(state: EditorState, pos: number, endsUrl = false): boolean {
  const { from, text } = state.doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  if (isInOpenCode(before) || UNFINISHED.some((pattern) => pattern.test(before))) return true;
  if (!endsUrl && bareUrlIn(before) >= 0) return true;
  if (codeBlockAt(state, pos)) return true;
  const node = nodeAround(state, pos, -1, VERBATIM);
  return node !== null && node.from < pos && pos < node.to;
}

/** Whether the line ends inside a code span that is not closed. */
function isInOpenCode(before: string): boolean {
  let open = 0;
  for (const [run] of before.matchAll(/\\`|`+/g)) {
    if (open === 0 && !run.startsWith('\\')) open = run.length;
    else if (run.length === open) open = 0;
  }
  return open > 0;
}
