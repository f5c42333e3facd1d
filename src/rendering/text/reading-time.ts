/** Reading time of a text, in whole minutes. */

const WORDS_A_MINUTE = 230;
/** Scripts without spaces between words are counted by character. */
const CHARACTERS_A_MINUTE = 450;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu;

/** First character of those scripts. */
const FIRST_UNSPACED = 0x0e01;

const SPACE = /\s/;

/** Below this code, white space is tested without a regular expression. */
const PLAIN = 0x80;

export function readingMinutes(text: string): number {
  const characters = mayBeUnspaced(text) ? (text.match(UNSPACED)?.length ?? 0) : 0;
  const words = wordsIn(characters > 0 ? text.replace(UNSPACED, ' ') : text);
  const minutes = words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE;
  return Math.max(1, Math.round(minutes));
}

function mayBeUnspaced(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) >= FIRST_UNSPACED) return true;
  }
  return false;
}

/** Counts by character, because matching would make a string of each word. */
function wordsIn(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSpace =
      code < PLAIN ? code === 32 || (code >= 9 && code <= 13) : SPACE.test(text.charAt(at));
    if (!isSpace && !isInWord) words += 1;
    isInWord = !isSpace;
  }
  return words;
}
