/** Cuts text at the edges of words, in scripts with and without spaces. */

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Collapses white space; what folds to a match may hold some, so never call it on a match. Single spaces, which
 * are nearly all of it, are left alone: that takes a quarter of the time.
 */
export function collapse(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/gu, ' ');
}

/** The longest beginning of at most `limit` characters that ends at the edge of a word. */
export function firstWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const edge = wordAt(text, limit).start;
  // Stepping back over a word longer than half the room would leave next to nothing.
  return text.slice(0, edge > limit / 2 ? edge : graphemeStart(text, limit)).trimEnd();
}

/** Whether firstWords would be the same, whatever else came after this text. */
export const isSettledAfter = (text: string, limit: number) => text.indexOf(' ', limit + 1) !== -1;

/** The longest end of at most `limit` characters that starts at the edge of a word. */
export function lastWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.length - limit;
  const { start, end } = wordAt(text, cut);
  const edge = start === cut ? cut : end;
  const near = text.length - edge > limit / 2;
  return text.slice(near ? edge : graphemeEnd(text, cut)).trimStart();
}

/** Whether lastWords would be the same, whatever else came before this text. */
export const isSettledBefore = (text: string, limit: number) =>
  text.length > limit && startOfRun(text, text.length - limit) > 0;

/** Where the grapheme that holds `at` starts. */
export function graphemeStart(text: string, at: number): number {
  if (isPlainEdge(text, at)) return at;
  return graphemes.segment(text).containing(at)?.index ?? text.length;
}

/** The first edge of a grapheme at or after `at`. */
export function graphemeEnd(text: string, at: number): number {
  if (isPlainEdge(text, at)) return at;
  const held = graphemes.segment(text).containing(at);
  if (held === undefined) return text.length;
  return held.index === at ? at : held.index + held.segment.length;
}

const CR = 0x0d;
const LF = 0x0a;

/** Below are neither marks that join what is before them nor anything that joins what is after it… */
const FIRST_JOINING = 0x300;
/** …but this one, which is part of the word before it. */
const SOFT_HYPHEN = 0xad;

const isPlain = (code: number) => code < FIRST_JOINING && code !== SOFT_HYPHEN;

/** Whether there is an edge between graphemes for certain: a segmenter takes its time to copy the whole text. */
function isPlainEdge(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return at === 0 || at === text.length;
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return isPlain(before) && isPlain(after) && !(before === CR && after === LF);
}

/** Nothing that a word could end at. */
const ONE_WORD = /^[a-z0-9]+$/i;

/** The word that holds `at`, or what is between two. What is beyond the spaces around it does not matter. */
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

/** Behind the last space before `at`, where a word certainly begins; else the start of the text. */
function startOfRun(text: string, at: number): number {
  const from = at === 0 ? 0 : text.lastIndexOf(' ', at - 1) + 1;
  return from < text.length && isPlain(text.charCodeAt(from)) && text[from] !== ' ' ? from : 0;
}
