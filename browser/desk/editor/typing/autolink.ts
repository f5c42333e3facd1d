// Turns a typed URL into a link in angle brackets when the writer types a space or Enter after it.

import type { ChangeSpec, EditorState } from '@codemirror/state';
import { codeBlockAt, nodeAround } from './syntax.ts';

const QUOTES = '“”„«»‹›';
/** Characters that end a sentence or a quotation rather than a URL. */
const AFTER = `.,;:!?'’‘)\\]*_…${QUOTES}`;
const TYPED = new RegExp(
  `(?:^|[\\s(*_‘’‚${QUOTES}])(https?://[^\\s<>"\`${QUOTES}]*[^\\s<>"\`${AFTER}])([\u202f${AFTER}]*)$`,
  'i',
);

const NO_URL = ['Link', 'Autolink', 'InlineCode', 'Image'];

interface Autolink {
  /** The start of the URL. */
  readonly from: number;
  readonly changes: ChangeSpec[];
  /** How many characters the changes add before the position. */
  readonly added: number;
}

/** The URL that ends at a position, unless it is already part of a link, an image or code. */
export function autolinkBefore(state: EditorState, pos: number): Autolink | null {
  const { from, text } = state.doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  const { url, tail } = urlIn(before);
  // Requires a host with a dot, and skips the definition of a reference (`[name]: URL`), which needs no brackets.
  if (!/^https?:\/\/[^/\s.]+\.[^/\s]/i.test(url) || /^\s*\[[^\]^][^\]]*\]:/.test(before))
    return null;
  const end = pos - tail.length;
  const start = end - url.length;
  // Letters directly after a link are parsed as part of its URL, so both ends are checked.
  const inside = nodeAround(state, end, -1, NO_URL) ?? nodeAround(state, start, 1, NO_URL);
  if (inside || codeBlockAt(state, end) || isOpen(before)) return null;
  return {
    from: start,
    changes: [
      { from: start, insert: '<' },
      { from: end, insert: '>' },
    ],
    added: 2,
  };
}

/**
 * Splits a URL from the punctuation after it. A closing bracket belongs to the URL if it closes one inside it, as in
 * Wikipedia's URLs.
 */
function urlIn(before: string): { url: string; tail: string } {
  let [, url = '', tail = ''] = TYPED.exec(before) ?? [];
  while (tail.startsWith(')') && url.split('(').length > url.split(')').length) {
    url += ')';
    tail = tail.slice(1);
  }
  return { url, tail };
}

/** Whether the line ends inside the URL of a link, or inside code that is not closed yet. */
const isOpen = (before: string) =>
  /\]\([^()]*$/.test(before) || (before.replace(/\\`/g, '').match(/`/g)?.length ?? 0) % 2 === 1;
