// A line of text as units: characters with their formats, without the marks.

import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '../syntax.ts';

export type Format = 'bold' | 'italic';

export const MARKS: { readonly [format in Format]: string } = { bold: '**', italic: '*' };
const NODES: { readonly [name: string]: Format } = { StrongEmphasis: 'bold', Emphasis: 'italic' };

/** A character, or a part that can't be split: code, an image, an escaped character. */
export interface Letters {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly formats: ReadonlySet<Format>;
}

/** A link or struck text: formats can be inside or around it. */
export interface Group {
  readonly open: string;
  readonly close: string;
  readonly units: readonly Unit[];
}

export type Unit = Letters | Group;

export const isGroup = (unit: Unit): unit is Group => 'units' in unit;

export const lettersOf = (units: readonly Unit[]): Letters[] =>
  units.flatMap((unit) => (isGroup(unit) ? lettersOf(unit.units) : [unit]));

const INLINE = [
  ...['StrongEmphasis', 'Emphasis', 'Link', 'Strikethrough', 'InlineCode', 'Image', 'Autolink'],
  ...['Escape', 'Entity', 'Footnote'],
];

/** The outermost inline nodes between two positions. */
export function inlineNodes(root: SyntaxNode, from: number, to: number): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = root.firstChild; child; child = child.nextSibling) {
    if (child.to < from || child.from > to) continue;
    if (INLINE.includes(child.name)) found.push(child);
    else found.push(...inlineNodes(child, from, to));
  }
  return found;
}

/** The units between two positions of one line. */
export function unitsIn(
  state: EditorState,
  nodes: readonly SyntaxNode[],
  from: number,
  to: number,
  formats: ReadonlySet<Format> = new Set(),
): Unit[] {
  const units: Unit[] = [];
  let pos = from;
  const take = (end: number) => {
    for (const text of state.sliceDoc(pos, Math.max(pos, end))) {
      units.push({ text, from: pos, to: pos + text.length, formats });
      pos += text.length;
    }
  };
  for (const node of nodes) {
    if (node.to <= from || node.from >= to) continue;
    take(node.from);
    units.push(...unitsOf(state, node, from, to, formats));
    pos = Math.min(node.to, to);
  }
  take(to);
  return units;
}

function unitsOf(
  state: EditorState,
  node: SyntaxNode,
  from: number,
  to: number,
  formats: ReadonlySet<Format>,
): Unit[] {
  const content = contentOf(node);
  if (!content) {
    const [start, end] = [Math.max(node.from, from), Math.min(node.to, to)];
    return [{ text: state.sliceDoc(start, end), from: start, to: end, formats }];
  }
  const inside = inlineNodes(node, content.from, content.to);
  const start = Math.max(content.from, from);
  const end = Math.min(content.to, to);
  const format = NODES[node.name];
  if (format) return unitsIn(state, inside, start, end, new Set([...formats, format]));
  return [
    {
      open: node.from < from ? '' : state.sliceDoc(node.from, content.from),
      close: node.to > to ? '' : state.sliceDoc(content.to, node.to),
      units: unitsIn(state, inside, start, end, formats),
    },
  ];
}

/** The span between a node's marks; null for nodes without words, such as images, and for reference links. */
function contentOf(node: SyntaxNode): { from: number; to: number } | null {
  const first = node.firstChild;
  if (!first) return null;
  if (node.name === 'Link') {
    const end = node.getChildren('LinkMark')[1];
    return end && node.getChild('URL') ? { from: first.to, to: end.from } : null;
  }
  const isPaired = node.name in NODES || node.name === 'Strikethrough';
  return isPaired && node.lastChild ? { from: first.to, to: node.lastChild.from } : null;
}
