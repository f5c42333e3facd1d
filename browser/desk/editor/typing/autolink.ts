// URLs as they are typed: a space or Enter after one makes it a link, in angle brackets.

import type { ChangeSpec, EditorState } from '@codemirror/state';
import { codeBlockAt, nodeAround } from './syntax.ts';

const QUOTES = '“”„«»‹›';
/** What is read as the end of a sentence or of a quotation is no part of a URL. */
const AFTER = `.,;:!?'’‘)\\]*_…${QUOTES}`;
const TYPED = new RegExp(
  `(?:^|[\\s(*_‘’‚${QUOTES}])(https?://[^\\s<>"\`${QUOTES}]*[^\\s<>"\`${AFTER}])([\u202f${AFTER}]*)$`,
  'i',
);

const NO_URL = ['Link', 'Autolink', 'InlineCode', 'Image'];

interface Autolink {
  /** Where the URL begins. */
  readonly from: number;
  readonly changes: ChangeSpec[];
  /** By how much the text before the position gets longer. */
  readonly added: number;
}

/** The URL that ends at a position, where it is nothing else yet. */
export function autolinkBefore(state: EditorState, pos: number): Autolink | null {
  const { from, text } = state.doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  const { url, tail } = urlIn(before);
  // A host at least; and not where a reference says where it leads.
  if (!/^https?:\/\/[^/\s.]+\.[^/\s]/i.test(url) || /^\s*\[[^\]^][^\]]*\]:/.test(before))
    return null;
  const end = pos - tail.length;
  const start = end - url.length;
  // Letters right behind a link look like a part of its URL.
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

/** A bracket at the end belongs to the URL if it closes one that is in it, as encyclopedias have them. */
function urlIn(before: string): { url: string; tail: string } {
  let [, url = '', tail = ''] = TYPED.exec(before) ?? [];
  while (tail.startsWith(')') && url.split('(').length > url.split(')').length) {
    url += ')';
    tail = tail.slice(1);
  }
  return { url, tail };
}

/** In a link's URL, or in code that has no end yet. */
const isOpen = (before: string) =>
  /\]\([^()]*$/.test(before) || (before.replace(/\\`/g, '').match(/`/g)?.length ?? 0) % 2 === 1;
