// Divides a long text into parts of a limited length.

import { type Breaks, htmlBreaks } from './html-breaks.ts';

/** HTML is cut between its elements, other text between its paragraphs. */
type Markup = 'text' | 'html';

export interface TextPart {
  text: string;
  /** Characters are counted in code points, so that a cut never divides a character. */
  characters: number;
  total: number;
}

export function partOf(text: string, markup: Markup, offset: number, most?: number): TextPart {
  const total = lengthOf(text);
  const after = total === text.length ? plainlyAfter : indexAfter;
  const start = after(text, 0, offset);
  const limit = most === undefined ? text.length : after(text, start, most);
  const end = limit >= text.length ? text.length : endOf(text, markup, start, limit);
  const part = text.slice(start, end);
  return { text: part, characters: lengthOf(part), total };
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

function lengthOf(text: string): number {
  let pairs = 0;
  PAIR.lastIndex = 0;
  while (PAIR.test(text)) pairs += 1;
  return text.length - pairs;
}

/** Index after the given number of characters, or the end of the text. */
function indexAfter(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left -= 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}

/** Fast path for text without surrogate pairs. */
const plainlyAfter = (text: string, from: number, characters: number) =>
  Math.min(from + characters, text.length);

/** Distance from the limit within which an end is searched, so that the search is quick. */
const LOOK_BACK = 4_000;

/** Best end in the second half of a part, near its limit and always after its start. */
function endOf(text: string, markup: Markup, start: number, limit: number): number {
  const from = Math.max(start + Math.floor((limit - start) / 2), limit - LOOK_BACK);
  const breaksIn = markup === 'html' ? htmlBreaks : textBreaks;
  const { places, last } = breaksIn(text, from, limit);
  const best = places.find((at) => at !== undefined);
  if (best !== undefined) return best;
  const whole = graphemesEnd(text, Math.max(start, last - LONGEST_GRAPHEME), last);
  return whole > start ? whole : limit;
}

const TEXT_BREAKS = [/\n{2,}/g, /\n/g, /[.!?…]["'”’»)\]]*\s+|[。！？]+[」』”’）]*/g, /\s+/g];

const textBreaks = (text: string, from: number, limit: number): Breaks => {
  const near = text.slice(from, limit);
  const places = TEXT_BREAKS.map((pattern) => {
    const match = [...near.matchAll(pattern)].at(-1);
    return match && from + match.index + match[0].length;
  });
  return { places, last: limit };
};

/** Length of a grapheme in code units; family emoji are among the longest in use. */
const LONGEST_GRAPHEME = 100;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts inside a word, before a grapheme that the limit would divide. */
function graphemesEnd(text: string, from: number, end: number): number {
  const containing = graphemes
    .segment(text.slice(from, end + LONGEST_GRAPHEME))
    .containing(end - from);
  return containing ? from + containing.index : end;
}
