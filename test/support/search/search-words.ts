// Text that is hard to search: shared trigrams, wildcards, quotes, and Unicode's odd corners.

import fc from 'fast-check';

const WORDS = [
  ...['banana', 'bananas', 'ananas', 'Nanna', 'BAN', 'nab', 'aaa', 'aaaa', 'aab', 'abab'],
  ...['%', '_', '100%', 'a_b', 'a%b', '%_%', '\\', '\\%', 'back\\slash', '\\\\', '*', '^'],
  ...["it's", '"quoted"', '""', "''", '`code`', 'NEAR', 'AND', 'headline : x', '(', '- item'],
  ...['İstanbul', 'ıstanbul', 'istanbul', 'ISTANBUL', 'i\u0307stanbul', 'İ', 'ı'],
  ...['straße', 'STRASSE', 'strasse', 'STRAẞE', 'ß', 'ẞ', 'ss', 'ſtraſſe', 'ſ', 's'],
  ...['Μέγας', 'ΣΟΦΟΣ', 'σοφος', 'σοφός', 'Σ', 'ς', 'σ', 'ΣΣ', 'ᾳ', 'ΑΙ', 'αι', 'ΐ', '\u0345'],
  ...[
    'you’ll',
    "you'll",
    '„quoted“',
    '«quoted»',
    'on–off',
    'on-off',
    'on\u2011off',
    '10\u00a0km',
    '10 km',
  ],
  ...['café', 'cafe\u0301', 'CAFE\u0301', 'cafe', '\u0301', 'e\u0301\u0323', 'e\u0323\u0301'],
  ...['Å', '\u212B', 'A\u030A', 'ﬁne', 'fine', 'Ǆ', 'ǆ', 'ŉ', 'Ꭰꭰ', 'Ω', '\u2126'],
  ...['👩‍👩‍👧', '👩', '👧', '🏳️‍🌈', '🏳', '👍🏽', '👍', '\u200D', '🇩🇪🇫🇷', '🇪🇫'],
  ...['العربية', 'عربي', 'سَلام', 'سلام', 'لا'],
  ...['漢字', '漢', '字典', '日本語', 'ｶﾞ', 'が', 'か\u3099', '𠮷野家'],
  ...['한국어', '한국', '한국어'.normalize('NFD'), '\u1112\u1161', '\u11AB'],
];

/** Variants of letter case and Unicode composition, as other keyboards would produce them. */
const VARIANTS = [
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.normalize('NFC'),
  (text: string) => text.normalize('NFD'),
] as const;

export const variant = fc.nat({ max: VARIANTS.length - 1 });

export const varied = (text: string, at: number) => VARIANTS[at]?.(text) ?? text;

const randomly = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
  )
  // The service refuses control characters in every text.
  .map((text) => text.replace(/\p{Cc}/gu, ''));

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: randomly },
);

export const words = (most: number) =>
  fc
    .array(fc.tuple(word, fc.constantFrom('', '', ' ', ' ', '-', '. ', '\t')), { maxLength: most })
    .map((parts) => parts.map((part) => part.join('')).join(''));

export const someWords = (most: number) =>
  words(most).map((text) => (text.trim() === '' ? 'banana' : text));
