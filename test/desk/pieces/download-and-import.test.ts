// A downloaded piece can be imported again and is the same to the last character.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { versionFile } from '../../../src/operations/download/piece-files.ts';
import { textOf } from '../../../src/operations/file-import/decode.ts';
import { fitted } from '../../../src/operations/file-import/fit-content.ts';
import { readMarkdown } from '../../../src/operations/file-import/read-markdown.ts';
import { contentOf } from '../../../src/operations/pieces/content.ts';
import type { CreatePieceBody } from '../../../src/schemas/drafts.ts';
import { IMAGE_LIMITS } from '../../../src/schemas/images/image-limits.ts';
import { PIECE_LIMITS } from '../../../src/schemas/piece-limits.ts';
import { CATEGORIES, FRAMES } from '../../../src/schemas/vocabulary.ts';
import { rounds } from '../../support/soak.ts';

/** Fragments that are difficult in YAML, Markdown or at line ends. */
const fragment = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('---', '\n', '\n---\n', '\n\n', '# a', '\ufeff', '\u2028', '\t', '  ', 'e\u0301'),
  fc.constantFrom(
    "'",
    '"',
    ': ',
    '\\',
    '\\n',
    '&a',
    '*a',
    '{',
    '[',
    '%',
    '@',
    '`',
    '#',
    '🌉',
    '!!x',
  ),
  fc.constantFrom('null', '~', 'true', '1.0', '0x1F', '2026-01-01', '<<', '...', '|', '>', '- a'),
);

const text = (longest: number) =>
  fc
    .array(fragment, { maxLength: 12 })
    .map((parts) =>
      [...parts.join('').replace(/(?![\t\n])\p{Cc}/gu, '')].slice(0, longest).join(''),
    );
const words = (longest: number) => text(longest).filter((each) => each.trim() !== '');
const tag = words(PIECE_LIMITS.tag).map((each) => each.trim());

const cover = fc.record({
  url: fc.constantFrom(`/media/${'a'.repeat(64)}-30x20`, 'https://a.example/b.png'),
  alt: text(IMAGE_LIMITS.altText),
  caption: fc.option(words(IMAGE_LIMITS.caption)),
});

const content = fc
  .record<Required<CreatePieceBody>>({
    headline: fc.oneof(fc.constant(''), words(PIECE_LIMITS.headline)),
    sub: fc.option(words(PIECE_LIMITS.sub)),
    body_md: text(PIECE_LIMITS.bodyMd),
    category: fc.constantFrom(...CATEGORIES),
    tags: fc.uniqueArray(tag, { maxLength: PIECE_LIMITS.tags }),
    frame: fc.constantFrom(...FRAMES),
    style: words(PIECE_LIMITS.style),
    locale: fc.constantFrom('en', 'de-CH', 'zh-Hant-TW', 'ar'),
    external_url: fc.option(fc.constantFrom('https://a.example/b?c=d#e', 'http://a.example')),
    image: fc.option(cover),
  })
  .filter(({ headline, body_md }) => (headline + body_md).trim() !== '')
  .map(contentOf);

const SAVED = {
  piece_id: '',
  number: 1,
  saved_at: '2026-06-15T12:00:00.000Z',
  saved_by_kind: 'writer',
  saved_by_name: 'ada',
  saved_by_id: null,
  origin: 'saved',
  cards: '[]',
  hash: null,
  previous_hash: null,
};

test('a file that was written reads as what it was written from', () => {
  fc.assert(
    fc.property(content, (written) => {
      const file = Buffer.from(versionFile({ ...SAVED, ...written }));
      const read = fitted(readMarkdown(textOf(file)));
      assert.deepEqual(read, { content: written, leftOut: [] });
    }),
    { numRuns: rounds(1_000, 50_000) },
  );
});
