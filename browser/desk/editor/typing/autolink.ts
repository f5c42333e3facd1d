// URLs as they are typed: a space or Enter after one makes it a link, in angle brackets.

import type { ChangeSpec, EditorState } from '@codemirror/state';
import { codeBlockAt, nodeAround } from './syntax.ts';

const TYPED =
  /(?:^|[\s(*_])(https?:\/\/[^\s<>"`]*[^\s<>"`.,;:!?'’”»)\]*_…])([.,;:!?'’”»)\]*_…]*)$/i;

interface Autolink {
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
  const inside = nodeAround(state, end, -1, ['Link', 'Autolink', 'InlineCode', 'HTMLTag', 'Image']);
  if (inside || codeBlockAt(state, end) || isOpen(before)) return null;
  return {
    changes: [
      { from: end - url.length, insert: '<' },
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
