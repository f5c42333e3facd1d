/** Makes text searchable: two texts fold alike when they differ only in case, or in how signs are drawn. */

/**
 * Western letters, punctuation and currency signs, of which each folds to its own small letter or plain sign
 * wherever it stands: most texts have no others, and take a tenth of the time. Not ß, µ, İ, ı, ŉ and ſ.
 */
const SIMPLE =
  /^[\0-\u00b4\u00b6-\u00de\u00e0-\u012f\u0132-\u0148\u014a-\u017e\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;

/**
 * Typographic signs and the plain ones that people type for them: one character for another, so that
 * lengths stay. Spaces that do not break a line are spaces.
 */
const SIGNS: readonly (readonly [typographic: string, plain: string])[] = [
  ['\u2018\u2019\u201a\u201b\u02bc\u2039\u203a', "'"],
  ['\u201c\u201d\u201e\u201f\u00ab\u00bb', '"'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'],
  ['\u00a0\u2007\u202f', ' '],
];

const PLAIN_SIGNS = new Map(
  SIGNS.flatMap(([typographic, plain]) => [...typographic].map((sign) => [sign, plain] as const)),
);

const TYPOGRAPHIC = new RegExp(`[${[...PLAIN_SIGNS.keys()].join('')}]`, 'g');

/** With plain quotes, apostrophes, dashes and spaces; everything stays where it is. */
export const withPlainSigns = (text: string): string =>
  text.replace(TYPOGRAPHIC, (sign) => PLAIN_SIGNS.get(sign) ?? sign);

/** Nothing but ASCII, of which only capitals fold. To measure takes a tenth of the time of a regular expression. */
const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** Whether each of its characters folds to one, wherever it stands: then what is found folded is there as well. */
export const foldsInPlace = (text: string): boolean => isAscii(text) || SIMPLE.test(text);

/**
 * Canonical caseless matching (Unicode D145): decompose, case-fold, compose. Accents count; but the
 * dot of a small i is none, so that İstanbul is found by whoever types istanbul.
 *
 * Which letter stands for its class is our own (Cherokee folds to its small letters, Unicode's to
 * its capitals), so compare folded text only with text folded here. The classes are Unicode's. What
 * is stored folded has to be folded again when this changes: a migration puts it on the backlog.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  if (SIMPLE.test(text)) return withPlainSigns(text.toLowerCase());
  // Decomposing first keeps the iota subscript behind every accent before it becomes a letter.
  // Dotless ı is the one letter that upper-casing merges with another and case folding does not.
  const pieces = text.normalize('NFD').split('ı');
  return withPlainSigns(pieces.map(foldPiece).join('ı').normalize('NFC'));
}

/** Upper-casing opens ß and the ligatures; lower-casing before it is for ẞ, a capital already. */
function foldPiece(piece: string): string {
  const folded = piece.toLowerCase().toUpperCase().toLowerCase();
  // toLowerCase picks ς or σ by the letters around it; folding must not depend on them.
  return folded.replaceAll('ς', 'σ').replace(/i\u0307+/g, 'i');
}
