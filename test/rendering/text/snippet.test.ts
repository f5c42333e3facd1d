/** Snippets hold the match, whole characters and whole words, and stay short. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../../src/rendering/text/fold.ts';
import { snippet } from '../../../src/rendering/text/snippet.ts';
import { rounds } from '../../support/soak.ts';

const lorem = 'The quick brown fox jumps over the lazy dog and runs into the woods again. ';
const long = `${lorem.repeat(5)}Here the Straße begins.\n\n${lorem.repeat(5)}`;

test('a match in the middle is cut at words on both sides', () => {
  const excerpt = snippet(long, 'STRASSE');
  assert.match(excerpt, /^…(?:\w+ )+.*Here the Straße begins\. The .* \w+\.?…$/);
  assert.ok(excerpt.length >= 120 && excerpt.length <= 162, String(excerpt.length));
  for (const word of excerpt.replaceAll('…', '').split(/[ .]+/)) assert.ok(long.includes(word));
  assert.ok(long.replace(/\s+/g, ' ').includes(` ${excerpt.slice(1, -1)}`));
});

test('a short text is shown whole, its white space collapsed', () => {
  assert.equal(snippet('  One\n\ttwo   three\n', 'TWO'), 'One two three');
});

test('only the cut side has an ellipsis', () => {
  assert.match(snippet(`needle ${lorem.repeat(9)}`, 'needle'), /^needle .*[^ ]…$/);
  assert.match(snippet(`${lorem.repeat(9)}needle`, 'needle'), /^…[^ ].* needle$/);
});

test('without a match, or without a query, the opening is shown', () => {
  assert.equal(snippet(long, 'absent'), snippet(long, ' '));
  assert.match(snippet(long, 'absent'), /^The quick .*[^ ]…$/);
  assert.equal(snippet('', 'absent'), '');
});

test('white space inside the match stays as it is', () => {
  const text = `${lorem.repeat(3)}one  \n two${'   three'.repeat(40)}`;
  const excerpt = snippet(text, ' ONE  \n TWO ');
  assert.ok(excerpt.includes('one  \n two three three'));
});

test('a long query is wholly inside', () => {
  const query = lorem.repeat(3).slice(0, 200);
  assert.ok(fold(snippet(`${long} x ${long}`, query)).includes(fold(query.trim())));
});

test('text without spaces is cut between its words', () => {
  const text = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'.repeat(20);
  const excerpt = snippet(text, '見当');
  assert.ok(excerpt.includes('見当') && excerpt.endsWith('…'));
  assert.ok(excerpt.length > 100 && excerpt.length <= 162, String(excerpt.length));
});

test('one endless word is cut between characters', () => {
  const family = '👩‍👩‍👧';
  const excerpt = snippet(`${family.repeat(50)}x${family.repeat(50)}`, 'X');
  assert.match(excerpt, /^…(?:👩‍👩‍👧)+x(?:👩‍👩‍👧)+…$/u);
});

const folding: readonly (readonly [string, string, string])[] = [
  ['half a letter matches the whole one', 'Maß', 's'],
  ['İ is decomposed and folds to one', 'İİİİ Istanbul', 'ISTANBUL'],
  ['ligatures fold to several', 'ﬃ ﬃ ﬃ needle', 'Needle'],
  ['decomposed accents fold to fewer', 'e\u0301e\u0301e\u0301 needle', 'NEEDLE'],
  ['shifts may cancel out', 'ße\u0301x', 'é'],
  ['jamo fold to syllables', '\u1100\u1161\u11a8 \u1112\u1161\u11ab', '한'],
  ['astral letters fold too', '𐐀𐐀𐐀 needle 𐐀', '𐐨 NEEDLE'],
];
for (const [name, text, query] of folding) {
  test(name, () => {
    const far = 'x '.repeat(300);
    for (const around of [text, `${text} `.repeat(40), far + text + far]) {
      assert.ok(fold(snippet(around, query)).includes(fold(query)));
    }
  });
}

test('folding that lengthens here and shortens there is followed', () => {
  const text = `${'ß'.repeat(300)} needle ${'e\u0301'.repeat(300)}`;
  assert.ok(snippet(text, 'NEEDLE').includes(' needle '));
});

test('a word longer than the room is cut rather than left out', () => {
  assert.ok(snippet(`a ${'x'.repeat(500)}`, '').length > 150);
  assert.ok(snippet(`${'x'.repeat(500)} needle`, 'needle').length > 150);
});

test('a character under a thousand accents does not make a long snippet', () => {
  const excerpt = snippet(`e${'\u0301\u0323'.repeat(5000)}`, '\u0301\u0301');
  assert.equal(excerpt, '…\u0301\u0301…');
});

const odd = fc.constantFrom(
  ...'ßẞİıΣςﬃ\u0345\u0301\u0323\u200d\r\n\t \u00a0\u3000👩🇩🇪각\u1100\u1161漢नि.',
);
const unit = fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 1 }), fc.constant('word '));
const anyText = fc.string({ unit, maxLength: 600, size: 'max' });

test('a match is in the snippet, which stays short, in any text', () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(200), (text, from, length) => {
      const characters = Array.from(text);
      const start = from % (characters.length + 1);
      const query = characters
        .slice(start, start + length)
        .join('')
        .trim();
      const excerpt = snippet(text, query);
      // Part of a composed character isn't a match: e in é.
      if (fold(text).includes(fold(query))) assert.ok(fold(excerpt).includes(fold(query)));
      assert.ok(excerpt.length <= 164 + 4 * query.length, String(excerpt.length));
      assert.ok(excerpt.isWellFormed());
    }),
    { numRuns: rounds(700, 20_000) },
  );
});
