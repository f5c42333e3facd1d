/** How long a text takes to read, in whole minutes. */

const WORDS_A_MINUTE = 230;
/** Scripts that put no space between words are counted by the character. */
const CHARACTERS_A_MINUTE = 450;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu;
const WORD = /\S+/g;

export function readingMinutes(text: string): number {
  const characters = text.match(UNSPACED)?.length ?? 0;
  const rest = characters > 0 ? text.replace(UNSPACED, ' ') : text;
  const words = rest.match(WORD)?.length ?? 0;
  const minutes = words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE;
  return Math.max(1, Math.round(minutes));
}
