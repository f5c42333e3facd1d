/** Cuts the excerpt around a search match out of a piece's plain text. */

import { fold, foldsInPlace, withPlainSigns } from './fold.ts';
import {
  collapse,
  firstWords,
  graphemeEnd,
  graphemeStart,
  isSettledAfter,
  isSettledBefore,
  lastWords,
} from './word-edges.ts';

const LENGTH = 160;
const LEAST_CONTEXT = 40;
/** Characters read around the match, which are more than those shown, because white space collapses. */
const WINDOW = 2000;
/** Characters read around the match at the first attempt, which are nearly always enough. */
const NEAR = 300;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** About 160 characters around the first match, or the opening of the text if nothing matches. */
export function snippet(text: string, query: string): string {
  const wanted = fold(query.trim());
  const match = matchIn(text, query);
  if (!match) return after(text, 0, LENGTH).trim();
  const length = match.end - match.start;
  // A match under thousands of combining accents is shown folded, because it is too long as written.
  if (length > 4 * wanted.length + LENGTH) return `…${wanted}…`;
  const context = Math.max(LENGTH - length, LEAST_CONTEXT);
  const half = before(text, match.start, Math.floor(context / 2));
  const right = after(text, match.end, context - half.length);
  const left = before(text, match.start, Math.max(context - right.length, half.length));
  return (left + text.slice(match.start, match.end) + right).trim();
}

export function matchIn(text: string, query: string): Range | null {
  const folded = fold(text);
  const wanted = fold(query.trim());
  const at = wanted === '' ? -1 : folded.indexOf(wanted);
  return at === -1 ? null : rangeOf(text, folded, { start: at, end: at + wanted.length });
}

function before(text: string, end: number, limit: number): string {
  const near = collapse(text.slice(Math.max(0, end - NEAR), end)).trimStart();
  if (isSettledBefore(near, limit)) return `…${lastWords(near, limit)}`;
  const from = graphemeStart(text, Math.max(0, end - WINDOW));
  const all = collapse(text.slice(from, end)).trimStart();
  const kept = lastWords(all, limit);
  const whole = kept.length === all.length && text.slice(0, from).trim() === '';
  return whole ? kept : `…${kept}`;
}

function after(text: string, start: number, limit: number): string {
  const near = collapse(text.slice(start, start + NEAR)).trimEnd();
  if (isSettledAfter(near, limit)) return `${firstWords(near, limit)}…`;
  const to = graphemeEnd(text, Math.min(text.length, start + WINDOW));
  const all = collapse(text.slice(start, to)).trimEnd();
  const kept = firstWords(all, limit);
  const whole = kept.length === all.length && text.slice(to).trim() === '';
  return whole ? kept : `${kept}…`;
}

/** Whole graphemes of `text` that contain a range of its folded form. */
function rangeOf(text: string, folded: string, range: Range): Range {
  // Offsets are the same if only lower-casing and plain signs changed the text.
  if (foldsInPlace(text) || folded === withPlainSigns(text.toLowerCase())) {
    return { start: graphemeStart(text, range.start), end: graphemeEnd(text, range.end) };
  }
  return { start: locate(text, range.start).start, end: locate(text, range.end - 1).end };
}

/**
 * Finds the grapheme at `offset` of the folded text by halving. Folding never crosses the edge of a grapheme, so each
 * half folds alone and the work adds up to one fold of the text.
 */
function locate(text: string, offset: number): Range {
  let start = 0;
  let end = text.length;
  let passed = 0;
  for (;;) {
    let middle = graphemeStart(text, start + ((end - start) >> 1));
    if (middle <= start) middle = graphemeEnd(text, start + 1);
    if (middle >= end) return { start, end };
    const length = fold(text.slice(start, middle)).length;
    if (passed + length <= offset) {
      start = middle;
      passed += length;
    } else {
      end = middle;
    }
  }
}
