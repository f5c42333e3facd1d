/** Reading time of a text, in whole minutes. */

const WORDS_A_MINUTE = 230;
/** Reading speed in scripts without spaces between words, whose characters are counted. */
const CHARACTERS_A_MINUTE = 450;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu;

export function readingMinutes(text: string): number {
  const characters = text.match(UNSPACED)?.length ?? 0;
  const words = text.replace(UNSPACED, ' ').match(/\S+/g)?.length ?? 0;
  const minutes = words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE;
  return Math.max(1, Math.round(minutes));
}
