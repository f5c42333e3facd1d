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
  const edge = startAt(words, text, limit);
  // Stepping back over a word longer than half the room would leave next to nothing.
  return text.slice(0, edge > limit / 2 ? edge : startAt(graphemes, text, limit)).trimEnd();
}

/** The longest end of at most `limit` characters that starts at the edge of a word. */
export function lastWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.length - limit;
  const edge = endAfter(words, text, cut);
  const near = text.length - edge > limit / 2;
  return text.slice(near ? edge : endAfter(graphemes, text, cut)).trimStart();
}

/** Where the grapheme that holds `at` starts. */
export function graphemeStart(text: string, at: number): number {
  return startAt(graphemes, text, at);
}

/** The first edge of a grapheme at or after `at`. */
export function graphemeEnd(text: string, at: number): number {
  return endAfter(graphemes, text, at);
}

function startAt(segmenter: Intl.Segmenter, text: string, at: number): number {
  if (at >= text.length) return text.length;
  return segmenter.segment(text).containing(at)?.index ?? 0;
}

function endAfter(segmenter: Intl.Segmenter, text: string, at: number): number {
  const held = segmenter.segment(text).containing(at);
  if (held === undefined) return text.length;
  return held.index === at ? at : held.index + held.segment.length;
}
