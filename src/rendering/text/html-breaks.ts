// Finds places at which HTML may be cut: between blocks, lines or words, never inside a tag.

/** Places at which a part may end, the best kind first; `last` is the last place outside of a tag or an entity. */
export interface Breaks {
  places: (number | undefined)[];
  last: number;
}

/** Sanitised HTML has no `>` in attributes. */
const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/gi;

const WITHOUT_END = new Set(['br', 'hr', 'img', 'input']);

/** End tags that end a line. */
const LINES = new Set([
  ...['/p', '/li', '/tr', '/pre', '/blockquote', '/table', '/ul', '/ol', '/figure', '/section'],
  ...['/h1', '/h2', '/h3', '/h4', '/h5', '/h6'],
]);

interface Found {
  /** Place after a top-level element. */
  block?: number;
  /** Place after a paragraph, an item or a row inside another element. */
  line?: number;
  word?: number;
  last: number;
}

/** Last place of each kind between `from` and `limit`. Depth is counted from the start of the HTML. */
export function htmlBreaks(html: string, from: number, limit: number): Breaks {
  const found: Found = { last: limit };
  let [depth, textStart] = [0, 0];
  for (const { 0: tag, 1: slash = '', 2: name = '', index } of html.matchAll(TAG)) {
    const end = index + tag.length;
    if (end > limit) {
      found.last = Math.min(index, limit);
      break;
    }
    const element = slash + name.toLowerCase();
    depth += stepOf(element);
    if (end > from) {
      noteWord(found, html, Math.max(textStart, from), index);
      noteElement(found, element, depth, afterLineEnd(html, end, limit));
    }
    textStart = end;
  }
  noteWord(found, html, Math.max(textStart, from), found.last);
  return { places: [found.block, found.line, found.word], last: beforeEntity(html, found.last) };
}

function stepOf(element: string): number {
  if (WITHOUT_END.has(element)) return 0;
  return element.startsWith('/') ? -1 : 1;
}

function noteElement(found: Found, element: string, depth: number, end: number): void {
  if (depth === 0) found.block = end;
  else if (LINES.has(element)) found.line = end;
}

function noteWord(found: Found, html: string, from: number, to: number): void {
  let at = to;
  while (at > from && !/\s/.test(html[at - 1] ?? '')) at -= 1;
  if (at > from) found.word = at;
}

const afterLineEnd = (html: string, end: number, limit: number) =>
  html[end] === '\n' && end < limit ? end + 1 : end;

const LONGEST_ENTITY = 32;

/** Moves a cut that would divide an entity to the start of the entity. */
function beforeEntity(html: string, end: number): number {
  const before = html.slice(Math.max(0, end - LONGEST_ENTITY), end);
  const begun = /&[a-z0-9#]*$/i.exec(before);
  return begun ? end - begun[0].length : end;
}
