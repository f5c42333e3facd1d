// Makes selected words a link: to a URL that is pasted, or to one that is typed next.

import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { segmentsIn } from './marks/segments.ts';
import { nodeAround } from './syntax.ts';

const UNKNOWN = 'https://';

/** Without a selection, the words come first; in a link, its URL is selected. */
export const toggleLink: StateCommand = ({ state, dispatch }) => {
  const { from, to, empty } = state.selection.main;
  const spec =
    urlOfLink(state, from) ?? (empty ? emptyLink(from) : linked(state, from, to, UNKNOWN));
  if (spec) dispatch(state.update(spec, { userEvent: 'input.format', scrollIntoView: true }));
  return true;
};

function urlOfLink(state: EditorState, pos: number): TransactionSpec | null {
  const url = nodeAround(state, pos, -1, ['Link'])?.getChild('URL');
  return url ? { selection: EditorSelection.range(url.from, url.to) } : null;
}

const emptyLink = (from: number): TransactionSpec => ({
  changes: { from, insert: `[](${UNKNOWN})` },
  selection: { anchor: from + 1 },
});

/** Each paragraph, item or cell gets a link of its own; the URL of the first is selected if it is not known. */
export function linked(
  state: EditorState,
  from: number,
  to: number,
  url: string,
): TransactionSpec | null {
  const parts = segmentsIn(state, from, to).flatMap((segment) => {
    const start = Math.max(from, segment.from);
    const words = state.sliceDoc(start, Math.min(to, segment.to));
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
  const selection =
    url === UNKNOWN
      ? EditorSelection.range(place, place + target.length)
      : EditorSelection.cursor(place + target.length + 1);
  return { changes, selection };
}

/** Brackets that have no partner would end the words early. */
function bracketed(words: string): string {
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

const destination = (url: string) =>
  url.replace(/\s/g, encodeURIComponent).replace(/[<>()\\]/g, '\\$&');
