/** Cuts text at word boundaries, in scripts with and without spaces. */

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Collapses runs of white space. Search matches must not be collapsed, because they may contain runs. Single spaces,
 * which are by far the most common, are left alone, so that this takes a quarter of the time.
 */
export function collapse(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/gu, ' ');
}

/** Longest prefix of at most `limit` characters that ends at a word boundary. */
export function firstWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const edge = wordAt(text, limit).start;
  // A word longer than half the limit is cut, because leaving it out would leave almost no text.
  return text.slice(0, edge > limit / 2 ? edge : graphemeStart(text, limit)).trimEnd();
}

/** True if firstWords gives the same result no matter which text follows this one. */
export const isSettledAfter = (text: string, limit: number) => text.indexOf(' ', limit + 1) !== -1;

/** Longest suffix of at most `limit` characters that starts at a word boundary. */
export function lastWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.length - limit;
  const { start, end } = wordAt(text, cut);
  const edge = start === cut ? cut : end;
  const near = text.length - edge > limit / 2;
  return text.slice(near ? edge : graphemeEnd(text, cut)).trimStart();
}

/** True if lastWords gives the same result no matter which text precedes this one. */
export const isSettledBefore = (text: string, limit: number) =>
  text.length > limit && startOfRun(text, text.length - limit) > 0;

export function graphemeStart(text: string, at: number): number {
  if (isPlainEdge(text, at)) return at;
  return graphemes.segment(text).containing(at)?.index ?? text.length;
}

/** First grapheme boundary at or after `at`. */
export function graphemeEnd(text: string, at: number): number {
  if (isPlainEdge(text, at)) return at;
  const held = graphemes.segment(text).containing(at);
  if (held === undefined) return text.length;
  return held.index === at ? at : held.index + held.segment.length;
}

const CR = 0x0d;
const LF = 0x0a;

/** First character that can join its neighbours into a grapheme or a word, apart from the soft hyphen. */
const FIRST_JOINING = 0x300;
const SOFT_HYPHEN = 0xad;

const isPlain = (code: number) => code < FIRST_JOINING && code !== SOFT_HYPHEN;

/** Certain boundaries need no segmenter, which would copy the whole text. */
function isPlainEdge(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return at === 0 || at === text.length;
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return isPlain(before) && isPlain(after) && !(before === CR && after === LF);
}

/** Text that is certainly one word. */
const ONE_WORD = /^[a-z0-9]+$/i;

/** Word that contains `at`, or the gap between two words. Only the text between two spaces is segmented. */
function wordAt(text: string, at: number): { start: number; end: number } {
  const from = startOfRun(text, at);
  const space = text.indexOf(' ', at + 1);
  const to = space === -1 || text[space - 1] === ' ' ? text.length : space;
  const run = text.slice(from, to);
  if (ONE_WORD.test(run)) return { start: from, end: to };
  const held = words.segment(run).containing(at - from);
  if (held === undefined) return { start: text.length, end: text.length };
  return { start: from + held.index, end: from + held.index + held.segment.length };
}

/** Place after the last space before `at`, where a word certainly begins; otherwise 0. */
function startOfRun(text: string, at: number): number {
  const from = at === 0 ? 0 : text.lastIndexOf(' ', at - 1) + 1;
  return from < text.length && isPlain(text.charCodeAt(from)) && text[from] !== ' ' ? from : 0;
}
