// Questions about a place in the text: whether it is code, and which inline nodes are around it.

import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolve']>;

/** Parsing may lag behind in a long text; this long is waited for it. */
const PARSE_MS = 200;

export const treeAt = (state: EditorState, pos: number) =>
  ensureSyntaxTree(state, pos, PARSE_MS) ?? syntaxTree(state);

/** From the innermost node outwards, of those that end or are at the position. */
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

/** The code block around a position; its end counts as inside only while it is not closed. */
export function codeBlockAt(state: EditorState, pos: number): SyntaxNode | null {
  const inside = nodeAround(state, pos, 0, CODE_BLOCKS) ?? nodeAround(state, pos, -1, CODE_BLOCKS);
  return inside && (pos < inside.to || !isClosed(inside)) ? inside : null;
}

/** Whether a fenced block has its second fence. */
export const isClosed = (block: SyntaxNode) =>
  block.name === 'FencedCode' && block.getChildren('CodeMark').length > 1;

const VERBATIM = [
  ...['InlineCode', 'FencedCode', 'CodeBlock', 'URL', 'Autolink', 'LinkTitle', 'LinkReference'],
  ...['Entity', 'Escape'],
];

/** A tag, an attribute, a link's URL, a reference's URL, or a backslash that has nothing after it yet. */
const UNFINISHED = [
  /(?<!\\)<[a-z/!?][^>]*$/i,
  /=(?:"[^"]*|'[^']*)?$/,
  /\]\([^()]*$/,
  /^\s*\[[^\]^][^\]]*\]:\s*\S*$/,
  /\\$/,
];

const LINK_END = /\]\((?:[^()]|\([^()]*\))*\)/g;
const URL_AT_END = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s>]*$/i;

/** Where a URL begins that goes on to the end of a text and is not part of a link; -1 if there is none. */
export const bareUrlIn = (text: string): number =>
  text.replace(LINK_END, (link) => ' '.repeat(link.length)).search(URL_AT_END);

/**
 * Whether what is typed here is taken as it is: code, URLs, tags, and what follows a backslash. What ends
 * a URL is not part of it.
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

/** Whether a code span begins in the line that has no end yet. */
function isInOpenCode(before: string): boolean {
  let open = 0;
  for (const [run] of before.matchAll(/\\`|`+/g)) {
    if (open === 0 && !run.startsWith('\\')) open = run.length;
    else if (run.length === open) open = 0;
  }
  return open > 0;
}
