/** Edges of words and characters are those that a segmenter finds in the whole text, however little is looked at. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  firstWords,
  graphemeEnd,
  graphemeStart,
  isSettledAfter,
  isSettledBefore,
  lastWords,
} from '../../../src/rendering/text/word-edges.ts';
import { rounds } from '../../support/soak.ts';

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Characters that join their neighbours or that a dictionary splits, among plain letters and spaces. */
const part = fc.constantFrom(
  ...[
    ' ',
    ' ',
    '  ',
    'a',
    'word',
    "it's",
    '3.14',
    '1,000',
    'a_b',
    'é',
    'e\u0301',
    '\u0301',
    '\u00ad',
    'co\u00adop',
  ],
  ...[
    '\r\n',
    '\n',
    '\r',
    '\t',
    '\u00a0',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '©',
    '©\ufe0f',
    '.',
    ',',
    "'",
    '’',
    '-',
    '(',
  ],
  ...[
    '猫である',
    '見当',
    'สวัสดีครับ',
    '한국어',
    '\u1100\u1161\u11a8',
    'नमस्ते',
    '\u0600',
    '🇩🇪',
    '🇩',
    '👩‍👩‍👧',
    '👍🏽',
    '😀',
  ],
  ...['\ud83d', '\ude00', 'שלום', 'ש"ס', 'カタカナ', 'İ', 'ß'],
);

const texts = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));

const held = (segmenter: Intl.Segmenter, text: string, at: number) => {
  const found = segmenter.segment(text).containing(at);
  if (!found) return { start: text.length, end: text.length };
  const end = found.index === at ? at : found.index + found.segment.length;
  return { start: found.index, end };
};

function plainFirstWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const edge = held(words, text, limit).start;
  return text.slice(0, edge > limit / 2 ? edge : held(graphemes, text, limit).start).trimEnd();
}

function plainLastWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.length - limit;
  const edge = held(words, text, cut).end;
  const isNear = text.length - edge > limit / 2;
  return text.slice(isNear ? edge : held(graphemes, text, cut).end).trimStart();
}

const RUNS = { numRuns: rounds(3_000, 100_000) };

test('a text is cut where a segmenter of all of it would', () => {
  fc.assert(
    fc.property(texts, fc.nat(60), (text, limit) => {
      assert.equal(firstWords(text, limit), plainFirstWords(text, limit));
      assert.equal(lastWords(text, limit), plainLastWords(text, limit));
    }),
    RUNS,
  );
});

test('characters begin and end where a segmenter of all of it says', () => {
  fc.assert(
    fc.property(texts, fc.nat(60), (text, at) => {
      assert.equal(graphemeStart(text, at), held(graphemes, text, at).start);
      assert.equal(graphemeEnd(text, at), held(graphemes, text, at).end);
    }),
    RUNS,
  );
});

test('where a cut is settled, nothing further away changes it', () => {
  fc.assert(
    fc.property(texts, texts, fc.nat(60), (text, more, limit) => {
      if (isSettledAfter(text, limit)) {
        assert.equal(firstWords(text, limit), plainFirstWords(text + more, limit));
      }
      if (isSettledBefore(text, limit)) {
        assert.equal(lastWords(text, limit), plainLastWords(more + text, limit));
      }
    }),
    RUNS,
  );
});
