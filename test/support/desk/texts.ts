// The fields of a piece's form at the desk.

import type { ContentField } from '../../../src/schemas/content-fields.ts';
import type { Fields } from './desk-browser.ts';

/** Every field of the form, with these words in the text. */
export const textFields = (words: string, version?: number): Fields => ({
  ...content(words),
  ...(version !== undefined && { version: String(version) }),
});

/** The content fields, except for the cover's, which stay empty. */
const content = (words: string): { [field in Exclude<ContentField, 'image'>]: string } => ({
  headline: `Headline ${words}`,
  sub: '',
  body_md: `Body ${words}.`,
  category: 'building',
  tags: '',
  frame: 'lesson',
  style: 'essay',
  locale: 'en',
  external_url: '',
});
