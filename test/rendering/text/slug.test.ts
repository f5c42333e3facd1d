/** Slugs are readable, safe in an address, and never too long or empty. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { slugify } from '../../../src/rendering/text/slug.ts';

const slugs: readonly (readonly [string, string])[] = [
  ['Hello, World!', 'hello-world'],
  ['  --Über  den\tWolken--  ', 'uber-den-wolken'],
  ['Straße STRAẞE', 'strasse-strasse'],
  ['Smørrebrød, æsj, Łódź, Þór, Đà Nẵng', 'smorrebrod-aesj-lodz-thor-da-nang'],
  ['İstanbul’da ılık', 'istanbul-da-ilik'],
  ['ﬁne ＦＵＬＬ width', 'fine-full-width'],
  ['Cafe\u0301 24/7', 'cafe-24-7'],
  ['Привет, мир', 'привет-мир'],
  ['Ёлка и Й', 'ёлка-и-й'],
  ['日本語の見出し', '日本語の見出し'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['مرحبا ١٢٣', 'مرحبا-١٢٣'],
  ['ΟΔΟΣ', 'οδος'],
  ['\u0301 a', 'a'],
  ['C++ & C#', 'c-c'],
  ['🎉', 'piece'],
  ['', 'piece'],
];
for (const [headline, slug] of slugs) {
  test(`${JSON.stringify(headline)} becomes ${slug}`, () => assert.equal(slugify(headline), slug));
}

test('a long headline is cut at a hyphen', () => {
  assert.equal(slugify('word '.repeat(30)), Array(16).fill('word').join('-'));
  assert.equal(slugify(`${'a'.repeat(50)} ${'b'.repeat(50)}`), 'a'.repeat(50));
  assert.equal(slugify(`${'a'.repeat(80)} b`), 'a'.repeat(80));
  assert.equal(slugify(`${'a'.repeat(40)} ${'b'.repeat(39)} c`).length, 80);
  assert.equal(slugify('x'.repeat(100)), 'x'.repeat(80));
  assert.equal(slugify('𐐨'.repeat(100)), '𐐨'.repeat(80));
  assert.equal(slugify(`${'क'.repeat(79)}कि${'क'.repeat(9)}`), 'क'.repeat(79));
});

test('any headline makes a slug of letters, digits and single hyphens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200, size: 'max' }), (headline) => {
      const slug = slugify(headline);
      assert.match(
        slug,
        /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*(?:-[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*)*$/u,
      );
      assert.ok(Array.from(slug).length <= 80);
      assert.equal(slugify(slug), slug);
    }),
  );
});
