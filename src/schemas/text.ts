// Schemas of text: patterns, and the texts that explain them.

import { Type } from 'typebox';

export const URL_LENGTH = 2000;

const NOT_BLANK = '\\S';

/** Matches a visible character: neither white space nor one that fonts draw as nothing. */
const VISIBLE = '[^\\s\\p{Default_Ignorable_Code_Point}\\u2800\\uFFF9-\\uFFFB]';

/** Matches text without lone surrogates and without control characters except tab and line ends. */
const CLEAN = '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$';

const SLUG = '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$';

/** Matches letters of any script, but no character with a meaning in a URL or in a path such as `feed.json`. */
const PIECE_SLUG = '^[^\\s./?#%\\\\\\p{C}]+$';

const CURSOR = '^[\\w-]+$';

export const PATTERN_WORDS: { [pattern: string]: string } = {
  [NOT_BLANK]: 'that is not blank',
  [VISIBLE]: 'that is not blank',
  [CLEAN]: 'without control characters or broken surrogates',
  [PIECE_SLUG]: 'without spaces, dots, slashes or other special characters of a URL',
  [SLUG]: 'of lower-case letters, digits and inner hyphens',
  [CURSOR]: 'as a response has it in next_cursor',
};

export const PATTERN_ADVICE: { [pattern: string]: string } = {
  [NOT_BLANK]: 'Fill this in.',
  [VISIBLE]: 'Fill this in with visible characters.',
  [CLEAN]: 'This contains invisible characters. Type it instead of pasting it.',
  [PIECE_SLUG]: 'Leave out spaces, dots, slashes and question marks.',
  [SLUG]: 'Use lower-case letters, digits and hyphens, such as ada-lovelace.',
};

interface Options {
  description?: string;
  default?: string;
  format?: string;
}

export const Text = (maxLength: number, options: Options = {}) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: NOT_BLANK,
    allOf: [{ pattern: CLEAN }],
    ...options,
  });

export const VisibleText = (maxLength: number, options: Options = {}) => ({
  ...Text(maxLength, options),
  pattern: VISIBLE,
});

export const isBlank = (text: string) => !new RegExp(VISIBLE, 'u').test(text);

export const AnyText = (maxLength: number) => Type.String({ maxLength, pattern: CLEAN });

export const NullableText = (maxLength: number, options: Options = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, pattern: CLEAN, ...options });

export const isClean = (value: string) => new RegExp(CLEAN, 'u').test(value);

const slug = new RegExp(SLUG, 'u');
const pieceSlug = new RegExp(PIECE_SLUG, 'u');

export const isSlug = (value: string) => slug.test(value);

export const isPieceSlug = (value: string) => pieceSlug.test(value);

export const Slug = (maxLength: number, options: Options = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: SLUG, ...options });

export const CursorText = (maxLength: number, options: Options = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: CURSOR, ...options });

export const PieceSlug = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: PIECE_SLUG });
