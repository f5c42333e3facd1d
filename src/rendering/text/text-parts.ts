// A long text in parts: where one of at most so many characters ends, so that the next can begin there.

import { type Breaks, htmlBreaks } from './html-breaks.ts';

/** How a text is written: HTML is cut between its elements, anything else between its paragraphs. */
type Markup = 'text' | 'html';

export interface TextPart {
  text: string;
  /** Characters are code points, here and in all limits: no cut is inside of one. */
  characters: number;
  /** Of the whole text. */
  total: number;
}

/** What follows after so many characters of a text; all of it unless there is a limit. */
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

/** Where so many characters after a place end; no further than the text. */
function indexAfter(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left -= 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}

/** The same where each character is one code unit. */
const plainlyAfter = (text: string, from: number, characters: number) =>
  Math.min(from + characters, text.length);

/** How far back from its limit a part may end, so that looking for its end is quick. */
const LOOK_BACK = 4_000;

/** The best place in the second half of a part, and near its limit. It is always after the start. */
function endOf(text: string, markup: Markup, start: number, limit: number): number {
  const from = Math.max(start + Math.floor((limit - start) / 2), limit - LOOK_BACK);
  const breaksIn = markup === 'html' ? htmlBreaks : textBreaks;
  const { places, last } = breaksIn(text, from, limit);
  const best = places.find((at) => at !== undefined);
  if (best !== undefined) return best;
  const whole = graphemesEnd(text, Math.max(start, last - LONGEST_GRAPHEME), last);
  return whole > start ? whole : limit;
}

/** After a paragraph, a line, a sentence, a word. */
const TEXT_BREAKS = [/\n{2,}/g, /\n/g, /[.!?…]["'”’»)\]]*\s+|[。！？]+[」』”’）]*/g, /\s+/g];

const textBreaks = (text: string, from: number, limit: number): Breaks => {
  const near = text.slice(from, limit);
  const places = TEXT_BREAKS.map((pattern) => {
    const match = [...near.matchAll(pattern)].at(-1);
    return match && from + match.index + match[0].length;
  });
  return { places, last: limit };
};

/** In code units: families of emoji are among the longest that people write. */
const LONGEST_GRAPHEME = 100;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where a word has to be cut: before what readers take for one character, if that goes on. */
function graphemesEnd(text: string, from: number, end: number): number {
  const containing = graphemes
    .segment(text.slice(from, end + LONGEST_GRAPHEME))
    .containing(end - from);
  return containing ? from + containing.index : end;
}
