// Texts in parts: together they are the whole, none is too long, and none ends where it makes no sense.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { partOf } from '../../../src/rendering/text/text-parts.ts';
import { rounds } from '../../support/soak.ts';

type Markup = 'text' | 'html';

/** Every part of a text, each from where the last one ended. */
function partsOf(text: string, markup: Markup, most: number): string[] {
  const parts: string[] = [];
  let offset = 0;
  for (;;) {
    const part = partOf(text, markup, offset, most);
    assert.equal(part.total, [...text].length);
    assert.equal(part.characters, [...part.text].length);
    assert.ok(part.characters <= most);
    parts.push(part.text);
    offset += part.characters;
    if (offset >= part.total) return parts;
    assert.ok(part.characters > 0, 'A part has to lead on.');
  }
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom('A word ', 'is said.', ' 👩‍👩‍👧', '\n\n', '\n', '橋。', 'é', 'x'.repeat(40)),
      {
        maxLength: 80,
      },
    )
    .map((words) => words.join('')),
);

const most = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 400 }));

const markdown = fc
  .array(
    fc.constantFrom(
      'Said *well*, [and more](https://a.example/?b=1&c=2) & <less> “too”. ',
      '\n\n- one\n- two\n  - three\n\n',
      '\n\n> quoted\n\n',
      '\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
      '\n\n![An image](https://a.example/i.png)\n\n',
      '\n\n---\n\n',
      '👩‍👩‍👧 橋は濡れていた。',
      'x'.repeat(90),
    ),
    { maxLength: 40 },
  )
  .map((blocks) => blocks.join(''));

const numRuns = rounds(300, 20_000);

describe('the parts of a text', () => {
  test('are all of it, whatever it is', () => {
    fc.assert(
      fc.property(text, most, fc.constantFrom<Markup>('text', 'html'), (whole, limit, markup) => {
        assert.equal(partsOf(whole, markup, limit).join(''), whole);
      }),
      { numRuns },
    );
  });

  test('cut no character in two, and nothing that readers take for one', () => {
    const family = '👩‍👩‍👧'.repeat(50);
    for (const part of partsOf(family, 'text', 27)) assert.match(part, /^(?:👩‍👩‍👧)+$/u);
    fc.assert(
      fc.property(text, most, (whole, limit) => {
        if (!whole.isWellFormed()) return;
        for (const part of partsOf(whole, 'text', limit)) assert.ok(part.isWellFormed());
      }),
      { numRuns },
    );
  });

  const ENDS: [what: string, whole: string, most: number, first: string][] = [
    ['after a paragraph', `One. Two.\n\nThree. Four five`, 20, 'One. Two.\n\n'],
    ['after a line', `One. Two\nthree. Four five`, 15, 'One. Two\n'],
    ['after a sentence', 'One two. Three. Four five', 18, 'One two. Three. '],
    ['after a sentence in Japanese', '橋は濡れていた。雨が降る。まだ', 10, '橋は濡れていた。'],
    ['after a word', 'One two three four', 9, 'One two '],
    ['inside of a word that is too long', 'x'.repeat(30), 9, 'x'.repeat(9)],
    [
      'before half of it, where it would be too short',
      `A\n\n${'x'.repeat(30)}`,
      20,
      `A\n\n${'x'.repeat(17)}`,
    ],
  ];
  for (const [what, whole, limit, first] of ENDS) {
    test(`end ${what}`, () => assert.equal(partOf(whole, 'text', 0, limit).text, first));
  }
});

describe('the parts of HTML', () => {
  test('are all of it; no tag is cut that fits, and no entity', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, fc.integer({ min: 90, max: 900 }), async (source, limit) => {
        const { html } = await renderMarkdown(source);
        const parts = partsOf(html, 'html', limit);
        assert.equal(parts.join(''), html);
        for (const part of parts) {
          assert.doesNotMatch(part, /<[^>]*$/);
          assert.doesNotMatch(part.slice(0, part.indexOf('<') >>> 0), />/);
          assert.doesNotMatch(part, /&[a-z0-9#]*$/i);
        }
      }),
      { numRuns: rounds(100, 2000) },
    );
  });

  const ENDS: [what: string, html: string, most: number, first: string][] = [
    ['after a block', '<p>One two</p>\n<p>Three <em>four</em></p>\n', 26, '<p>One two</p>\n'],
    [
      'after a block, not an item',
      '<p>One</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n',
      19,
      '<p>One</p>\n',
    ],
    [
      'after an item',
      `<ul>\n<li>${'a'.repeat(20)}</li>\n<li>b</li>\n</ul>\n`,
      36,
      `<ul>\n<li>${'a'.repeat(20)}</li>\n`,
    ],
    ['after a word', `<p>${'word '.repeat(20)}</p>\n`, 30, `<p>${'word '.repeat(5)}`],
    ['before a tag', `<p>${'a'.repeat(20)}<em>b</em></p>\n`, 26, `<p>${'a'.repeat(20)}`],
    ['before an entity', `<p>${'a'.repeat(20)}&amp;b</p>\n`, 26, `<p>${'a'.repeat(20)}`],
    [
      'inside of a tag that is too long',
      `<a href="${'a'.repeat(50)}">`,
      20,
      `<a href="${'a'.repeat(11)}`,
    ],
  ];
  for (const [what, html, limit, first] of ENDS) {
    test(`end ${what}`, () => assert.equal(partOf(html, 'html', 0, limit).text, first));
  }
});
