// Where a text has certain words, in a time that grows with the text alone: to look for long words in a text that
// repeats itself would otherwise take as many steps as both lengths multiplied.

/** So much of the words is looked for first; most texts have that once. */
const SEED = 64;

/** Places that begin like the words, before the text counts as one that repeats itself. */
const TRIES = 16;

/** The first two places: enough to tell none, one and several. */
export function firstTwoPlaces(text: string, words: string): number[] {
  if (words === '') return [];
  const seed = words.slice(0, SEED);
  const found: number[] = [];
  let tries = 0;
  for (let at = text.indexOf(seed); at >= 0; at = text.indexOf(seed, at + 1)) {
    tries += 1;
    if (tries > TRIES) return placesInRepetitions(text, words);
    if (text.startsWith(words, at) && found.push(at) === 2) break;
  }
  return found;
}

/** By Knuth, Morris and Pratt: no part of the text is looked at again. */
function placesInRepetitions(text: string, words: string): number[] {
  const borders = bordersOf(words);
  const found: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = matchedWith(words, borders, matched, text.charCodeAt(at));
    if (matched === words.length && found.push(at + 1 - matched) === 2) break;
  }
  return found;
}

/** Of each start of the words: how long the longest start is that it also ends with, short of all of it. */
function bordersOf(words: string): Uint32Array {
  const borders = new Uint32Array(words.length + 1);
  let matched = 0;
  for (let at = 1; at < words.length; at += 1) {
    matched = matchedWith(words, borders, matched, words.charCodeAt(at));
    borders[at + 1] = matched;
  }
  return borders;
}

/** How much of the words the text ends with, one unit later. */
function matchedWith(words: string, borders: Uint32Array, before: number, unit: number): number {
  let matched = before;
  // After the last of the words comes no unit, so that a whole match falls back too.
  while (matched > 0 && words.charCodeAt(matched) !== unit) matched = borders[matched] ?? 0;
  return words.charCodeAt(matched) === unit ? matched + 1 : 0;
}
