// Turns words into a link, to a URL that is pasted or typed in the popover.

import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { type Segment, segmentsIn } from './marks/segments.ts';
import { nodesAround } from './syntax.ts';

/** Makes a separate link of each paragraph, item or cell. The caret moves after the first. */
export function linked(
  state: EditorState,
  from: number,
  to: number,
  url: string,
): TransactionSpec | null {
  const parts = segmentsIn(state, from, to).flatMap((segment) => {
    const { from: start, to: end } = wholeMarks(state, {
      from: Math.max(from, segment.from),
      to: Math.min(to, segment.to),
    });
    const words = state.sliceDoc(start, end);
    const trimmed = words.trim();
    const at = start + words.indexOf(trimmed);
    return trimmed === '' ? [] : [{ from: at, to: at + trimmed.length, words: bracketed(trimmed) }];
  });
  const [first] = parts;
  if (!first) return null;
  const target = destination(url);
  const changes = parts.map((part) => ({
    from: part.from,
    to: part.to,
    insert: `[${part.words}](${target})`,
  }));
  const place = first.from + first.words.length + '[]('.length;
  return { changes, selection: EditorSelection.cursor(place + target.length + 1) };
}

const MARKED = ['StrongEmphasis', 'Emphasis', 'Strikethrough', 'InlineCode'];

/** Extends the span to whole bold or italic stretches, so that a link never contains only one of two marks. */
function wholeMarks(state: EditorState, { from, to }: Segment): Segment {
  let span = { from, to };
  for (const node of [...nodesAround(state, from, 1), ...nodesAround(state, to, -1)]) {
    const isInside = from >= (node.firstChild?.to ?? from) && to <= (node.lastChild?.from ?? to);
    if (!MARKED.includes(node.name) || isInside) continue;
    span = { from: Math.min(span.from, node.from), to: Math.max(span.to, node.to) };
  }
  return span;
}

const MAILBOX = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?=[/:?#]|$)/u;
/** A typed name with such an ending is more likely a file on this site than a host. */
const FILE = /^[^/]*\.(?:html?|md|pdf|txt|png|jpe?g|webp|gif|zip)$/i;

/** Completes what the writer typed as a URL: `example.org` alone would lead to a page on this site. */
export function urlFrom(typed: string): string {
  if (MAILBOX.test(typed)) return `mailto:${typed}`;
  return HOST.test(typed) && !FILE.test(typed) ? `https://${typed}` : typed;
}

/** Inserts a link if nothing is selected. Without a URL, inserts plain words. */
export function newLink(pos: number, words: string, url: string): TransactionSpec | null {
  const target = destination(url);
  const insert = url === '' ? words : `[${bracketed(words || url)}](${target})`;
  if (insert === '') return null;
  return { changes: { from: pos, insert }, selection: { anchor: pos + insert.length } };
}

/** Escapes unpaired brackets, which would end the link's words early. */
export function bracketed(words: string): string {
  let depth = 0;
  for (const sign of words.replace(/\\./g, '')) {
    if (sign === '[') depth += 1;
    if (sign === ']') depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0
    ? words
    : words.replace(/\\.|[[\]]/g, (sign) => (sign.length > 1 ? sign : `\\${sign}`));
}

/** Encodes a URL for Markdown. A bar is encoded since it would end a table's cell. */
export const destination = (url: string) =>
  url.replace(/[\s|]/g, encodeURIComponent).replace(/[<>()\\]/g, '\\$&');
