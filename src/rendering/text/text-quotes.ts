// W3C TextQuoteSelector quotes, and their place after the text was edited. Words that can't be told from similar ones
// count as gone, so that a note never points at words on which it wasn't made.

import { firstTwoPlaces } from './find-words.ts';

export interface Quote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** Range of a text, as offsets in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Units of context in a quote: at the first attempt, and at most. */
const CONTEXT = 32;
export const MOST_CONTEXT = 2048;

/** Quote with enough context to be unique in the text, if possible. */
export const quoteOf = (text: string, span: Span): Quote =>
  onlyQuoteOf(text, span) ?? quoteWith(text, span, MOST_CONTEXT);

/** Null if the text repeats itself for so long that no context makes the quote unique. */
function onlyQuoteOf(text: string, span: Span): Quote | null {
  for (let context = CONTEXT; context <= MOST_CONTEXT; context *= 4) {
    const quote = quoteWith(text, span, context);
    if (placeOf(text, quote)) return quote;
  }
  return null;
}

const quoteWith = (text: string, { start, end }: Span, context: number): Quote => ({
  exact: text.slice(start, end),
  prefix: text.slice(cleanEdge(text, Math.max(0, start - context)), start),
  suffix: text.slice(end, cleanEdge(text, Math.min(text.length, end + context))),
});

/** Edge moved out of a surrogate pair, which must not be divided. */
const cleanEdge = (text: string, at: number) =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
    ? at + 1
    : at;

/** Place of the quote; null if the text contains it never or several times. */
export function placeOf(text: string, { exact, prefix, suffix }: Quote): Span | null {
  const [at, another] = firstTwoPlaces(text, prefix + exact + suffix);
  if (at === undefined || another !== undefined) return null;
  return { start: at + prefix.length, end: at + prefix.length + exact.length };
}

/** Place of the quote if white space is ignored, because pages show paragraphs and line ends differently. */
export function placeInAnySpacing(text: string, { exact, prefix, suffix }: Quote): Span | null {
  const { words, offsets } = singleSpaced(text);
  const before = singleSpaced(prefix + exact.slice(0, exact.search(/\S/))).words.trimStart();
  const after = singleSpaced(exact.slice(exact.trimEnd().length) + suffix).words.trimEnd();
  const marked = singleSpaced(exact.trim()).words;
  const place = placeOf(words, { exact: marked, prefix: before, suffix: after });
  const [start, last] = [offsets[place?.start ?? -1], offsets[(place?.end ?? 0) - 1]];
  return start === undefined || last === undefined ? null : { start, end: last + 1 };
}

/** Collapses white space, and maps each unit to its offset in the text. */
export function singleSpaced(text: string): { words: string; offsets: number[] } {
  const offsets: number[] = [];
  const words = text.replace(/\s+|\S/g, (unit, at: number) => {
    offsets.push(at);
    return /\s/.test(unit) ? ' ' : unit;
  });
  return { words, offsets };
}

/**
 * Place of words that were gone and are back, for example after an undo or a move. The new text must contain the
 * quote with its context once, and the old text never: otherwise it could be a copy. If there is little context, the
 * quote must be the whole text.
 */
export function placeAgain(old: string, quote: Quote, now: string): Span | null {
  const whole = quote.prefix + quote.exact + quote.suffix;
  const isTold = quote.prefix.length + quote.suffix.length >= CONTEXT || whole === now;
  const place = isTold ? placeOf(now, quote) : null;
  return place && firstTwoPlaces(old, whole).length === 0 ? place : null;
}

/** Place of an old passage in the new text; null if it was changed, removed or became ambiguous. */
export const followPassage = (old: string, span: Span, now: string): Span | null =>
  passagesFollowed(old, now)(span);

/** Follows many passages while comparing the texts only once. */
export function passagesFollowed(old: string, now: string): (span: Span) => Span | null {
  if (old === now) return (span) => span;
  const common = commonEnds(old, now);
  return (span) => besideEdits(old, span, now, common) ?? betweenEdits(old, span, now, common);
}

/** Lengths of the common prefix and suffix of two texts. */
interface CommonEnds {
  readonly head: number;
  readonly tail: number;
}

function commonEnds(old: string, now: string): CommonEnds {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return { head, tail };
}

/**
 * Passages before or after all edits. If the common prefix and suffix overlap, for example because one of two equal
 * words was removed, only text outside of the overlap is certain.
 */
function besideEdits(
  old: string,
  { start, end }: Span,
  now: string,
  { head, tail }: CommonEnds,
): Span | null {
  const shorter = Math.min(old.length, now.length);
  if (end <= Math.min(head, shorter - tail)) return { start, end };
  const shift = now.length - old.length;
  const isAfter = start >= old.length - Math.min(tail, shorter - head);
  return isAfter ? { start: start + shift, end: end + shift } : null;
}

/**
 * Passages between edits are found by their context, if it is unique in both texts. If edits begin or end inside a
 * passage, equal words elsewhere count as a copy.
 */
function betweenEdits(
  old: string,
  span: Span,
  now: string,
  { head, tail }: CommonEnds,
): Span | null {
  if (head > span.start || tail > old.length - span.end) return null;
  const quote = onlyQuoteOf(old, span);
  const place = quote && placeOf(now, quote);
  // Context that reached the start or the end of the old text must also reach it in the new one.
  const isCut = (edge: number, was: number) => was === 0 && edge !== 0;
  if (!place || isCut(place.start - quote.prefix.length, span.start - quote.prefix.length))
    return null;
  const after = place.end + quote.suffix.length - now.length;
  return isCut(after, span.end + quote.suffix.length - old.length) ? null : place;
}
