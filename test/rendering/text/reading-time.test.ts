// How long a text takes to read: the same as counting words by a regular expression, only sooner.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readingMinutes } from '../../../src/rendering/text/reading-time.ts';

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu;

function minutesByMatching(text: string): number {
  const characters = text.match(UNSPACED)?.length ?? 0;
  const words = text.replace(UNSPACED, ' ').match(/\S+/g)?.length ?? 0;
  return Math.max(1, Math.round(words / 230 + characters / 450));
}

const WORDS = ['a', 'word', 'über', 'мир', '漢字', 'かな', 'ไทย', 'ខ្មែរ', '🦉', '\u{20000}', '!'];
const SPACES = [' ', '\n', '\t', '\u00a0', '\u2003', '\u2028', '\u3000', '\ufeff', '\u200b', ''];

test('any text of words and spaces of every kind', () => {
  const pair = fc
    .tuple(fc.constantFrom(...WORDS), fc.constantFrom(...SPACES))
    .map(([a, b]) => a + b);
  // Many of each, because minutes are long.
  const texts = fc
    .array(fc.tuple(pair, fc.integer({ min: 1, max: 300 })))
    .map((parts) => parts.map(([text, times]) => text.repeat(times)).join(''));
  fc.assert(
    fc.property(texts, (text) => assert.equal(readingMinutes(text), minutesByMatching(text))),
  );
});
