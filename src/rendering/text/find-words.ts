// Finds a passage in linear time. A plain search for a long passage in a repetitive text takes a number of steps that
// is the product of both lengths.

/** Length of the passage's start that is searched first; most texts contain that start once. */
const SEED = 64;

/** Matches of the start after which the text counts as repetitive. */
const TRIES = 16;

/** Two places are enough to tell whether the text has the passage never, once or several times. */
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

/** Knuth–Morris–Pratt search, which looks at each unit of the text once. */
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

/** Length of the longest border of each prefix: a shorter prefix that is also its suffix. */
function bordersOf(words: string): Uint32Array {
  const borders = new Uint32Array(words.length + 1);
  let matched = 0;
  for (let at = 1; at < words.length; at += 1) {
    matched = matchedWith(words, borders, matched, words.charCodeAt(at));
    borders[at + 1] = matched;
  }
  return borders;
}

/** Number of units of the passage that match after one more unit of the text. */
function matchedWith(words: string, borders: Uint32Array, before: number, unit: number): number {
  let matched = before;
  // A complete match falls back too, because charCodeAt gives NaN after the last unit.
  while (matched > 0 && words.charCodeAt(matched) !== unit) matched = borders[matched] ?? 0;
  return words.charCodeAt(matched) === unit ? matched + 1 : 0;
}
