// Quotes of a text as W3C's TextQuoteSelector has them, and where their words are once the text was edited. Words that
// can't be told from others like them count as gone: a note never points at words that it wasn't made on.

import { firstTwoPlaces } from './find-words.ts';

export interface Quote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** In UTF-16 units, as strings are indexed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands before and after the words: enough to tell them from most others, and the most that is stored. */
const CONTEXT = 32;
export const MOST_CONTEXT = 2048;

/** With as much around the words as it takes to find them, and no others, in this text. */
export const quoteOf = (text: string, span: Span): Quote =>
  onlyQuoteOf(text, span) ?? quoteWith(text, span, MOST_CONTEXT);

/** Null where the text repeats itself for so long that they can't be told from others. */
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

/** Not between the halves of a character. */
const cleanEdge = (text: string, at: number) =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
    ? at + 1
    : at;

/** The only place of a quote in a text; null where it has none or several. */
export function placeOf(text: string, { exact, prefix, suffix }: Quote): Span | null {
  const [at, another] = firstTwoPlaces(text, prefix + exact + suffix);
  if (at === undefined || another !== undefined) return null;
  return { start: at + prefix.length, end: at + prefix.length + exact.length };
}

/** The same where white space differs: pages show paragraphs and line ends in their own way. */
export function placeInAnySpacing(text: string, { exact, prefix, suffix }: Quote): Span | null {
  const { words, offsets } = singleSpaced(text);
  const before = singleSpaced(prefix + exact.slice(0, exact.search(/\S/))).words.trimStart();
  const after = singleSpaced(exact.slice(exact.trimEnd().length) + suffix).words.trimEnd();
  const marked = singleSpaced(exact.trim()).words;
  const place = placeOf(words, { exact: marked, prefix: before, suffix: after });
  const [start, last] = [offsets[place?.start ?? -1], offsets[(place?.end ?? 0) - 1]];
  return start === undefined || last === undefined ? null : { start, end: last + 1 };
}

/** White space as one space each, and where each unit was. */
export function singleSpaced(text: string): { words: string; offsets: number[] } {
  const offsets: number[] = [];
  const words = text.replace(/\s+|\S/g, (unit, at: number) => {
    offsets.push(at);
    return /\s/.test(unit) ? ' ' : unit;
  });
  return { words, offsets };
}

/**
 * Words that were gone are back where the text has them once, with all that stood around them, and the text before
 * didn't: after an undo, or a paragraph that was cut here and pasted there. What was there already while they were
 * gone is something else, such as a copy. With little around them, only the same text will do.
 */
export function placeAgain(old: string, quote: Quote, now: string): Span | null {
  const whole = quote.prefix + quote.exact + quote.suffix;
  const isTold = quote.prefix.length + quote.suffix.length >= CONTEXT || whole === now;
  const place = isTold ? placeOf(now, quote) : null;
  return place && firstTwoPlaces(old, whole).length === 0 ? place : null;
}

/** Where words of the old text are in the new one; null where they were changed, removed or can't be told apart. */
export const followPassage = (old: string, span: Span, now: string): Span | null =>
  passagesFollowed(old, now)(span);

/** The same for many: what the texts have in common is looked for once. */
export function passagesFollowed(old: string, now: string): (span: Span) => Span | null {
  if (old === now) return (span) => span;
  const common = commonEnds(old, now);
  return (span) => besideEdits(old, span, now, common) ?? betweenEdits(old, span, now, common);
}

/** How much two texts have in common at their starts, and at their ends. */
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
 * Words before or after everything that changed. Where start and end in common overlap, such as after one of two
 * equal words was removed, it isn't known which: only what is outside of the overlap is certain.
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
 * Words that have edits on both sides: by what stands around them, where both texts have it once. Where the edits
 * begin or end inside of the words, whatever is like them now is something else, such as a copy.
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
  // What reached to the start or the end of the text still does.
  const isCut = (edge: number, was: number) => was === 0 && edge !== 0;
  if (!place || isCut(place.start - quote.prefix.length, span.start - quote.prefix.length))
    return null;
  const after = place.end + quote.suffix.length - now.length;
  return isCut(after, span.end + quote.suffix.length - old.length) ? null : place;
}
