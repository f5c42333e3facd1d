// Estimates the width of a text in a plain sans-serif font.

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

export const graphemes = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Widths in em for classes of characters; the first class that matches counts. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, 1.35],
  [/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uFF00-\uFFEF]/u, 1],
  [/^[\p{M}\p{Cf}]+$/u, 0],
  // Characters of these scripts are mostly syllables of several letters.
  [/[\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gujarati}\p{sc=Gurmukhi}\p{sc=Myanmar}]/u, 0.82],
  [/[\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}]/u, 1],
  [/\p{sc=Arabic}/u, 0.5],
  [/^[il.,'’:;|!j]/u, 0.27],
  [/^[frtI()[\]\- ]/u, 0.34],
  [/^[mwMWÆŒ@%…—]/u, 0.92],
  [/^\p{Lu}/u, 0.7],
  [/^\p{N}/u, 0.58],
];
const OTHER = 0.57;

export const signWidth = (sign: string) => KINDS.find(([kind]) => kind.test(sign))?.[1] ?? OTHER;

export const textWidth = (text: string, size: number) =>
  size * graphemes(text).reduce((sum, sign) => sum + signWidth(sign), 0);
