// The lists and quotes around a line, and the marks with which a line inside them begins.

import type { EditorState, Line } from '@codemirror/state';
import { nodesAround, type SyntaxNode } from './syntax.ts';

export interface Container {
  readonly kind: 'quote' | 'item';
  readonly node: SyntaxNode;
  /** The position of the first mark, in the text and in its line. */
  readonly from: number;
  readonly column: number;
  /** The mark with the space after it, and the checkbox of a task. */
  readonly mark: string;
  /** How far the content is indented. */
  readonly width: number;
}

const QUOTE_MARK = /^> ?/;
const ITEM_MARK = /^(?:[-+*]|\d{1,9}[.)])(?: {1,4}(?! )|(?=\s|$))/;
const TASK = /^\[[ xX]\] /;

/** The lists and quotes around a position, the outermost first. */
export function containersAt(state: EditorState, pos: number): Container[] {
  const line = state.doc.lineAt(pos);
  const found: Container[] = [];
  for (const node of nodesAround(state, pos, pos > line.from ? -1 : 1)) {
    if (node.name !== 'ListItem' && node.name !== 'Blockquote') continue;
    const kind = node.name === 'ListItem' ? 'item' : 'quote';
    // A node can begin with the indentation before its mark, so the mark's own position is used.
    const from = markOf(node);
    const first = state.doc.lineAt(from);
    const text = first.text.slice(from - first.from);
    const bare = (kind === 'item' ? ITEM_MARK : QUOTE_MARK).exec(text)?.[0] ?? '';
    const task = kind === 'item' ? (TASK.exec(text.slice(bare.length))?.[0] ?? '') : '';
    const width = Math.max(bare.length, bare.trimEnd().length + 1);
    found.unshift({ kind, node, from, column: from - first.from, mark: bare + task, width });
  }
  return found;
}

export const markOf = (node: SyntaxNode): number =>
  node.getChild(node.name === 'ListItem' ? 'ListMark' : 'QuoteMark')?.from ?? node.from;

/** The start of a continuation line inside the containers. */
export function prefixOf(containers: readonly Container[]): string {
  let prefix = '';
  for (const { kind, column, width } of containers) {
    prefix = prefix.padEnd(column) + (kind === 'quote' ? '> ' : ' '.repeat(width));
  }
  return prefix;
}

export const blankOf = (containers: readonly Container[]) => prefixOf(containers).trimEnd();

/** The start of the next item in the innermost list. */
export function nextItem(containers: readonly Container[]): string {
  const inner = containers.at(-1);
  if (!inner) return '';
  const number = /^\d+/.exec(inner.mark)?.[0];
  const mark = number ? inner.mark.replace(number, String(Number(number) + 1)) : inner.mark;
  const open = mark.replace(/\[[xX]\]/, '[ ]');
  const spaced = /\s$/.test(open) ? open : `${open} `;
  return prefixOf(containers.slice(0, -1)).padEnd(inner.column) + spaced;
}

/** The offset in a line at which its words begin, after the marks of its lists and quotes. */
export function contentStart(line: Line, containers: readonly Container[]): number {
  let at = 0;
  for (const { kind, from, mark } of containers) {
    at += /^\s*/.exec(line.text.slice(at))?.[0].length ?? 0;
    const isHere = kind === 'item' && from >= line.from && from <= line.to;
    const quote = kind === 'quote' ? QUOTE_MARK.exec(line.text.slice(at))?.[0] : undefined;
    if (isHere) at = from - line.from + mark.length;
    else if (quote !== undefined) at += quote.length;
  }
  const isContinued = containers.at(-1)?.kind === 'item';
  const indent = isContinued ? (/^\s*/.exec(line.text.slice(at))?.[0].length ?? 0) : 0;
  return Math.min(line.length, at + indent);
}

/** Whether a line has no text, apart from the marks of quotes. */
export const isBlank = ({ text }: Line) => /^[\s>]*$/.test(text);
