// A text as the desk's form sends it.

import type { ContentField } from '../../../src/schemas/content-fields.ts';
import type { Fields } from './desk-browser.ts';

/** Every field of the form, with these words in it. */
export const textFields = (words: string, version?: number): Fields => ({
  ...content(words),
  ...(version !== undefined && { version: String(version) }),
});

/** The cover has fields of its own: none of them is filled in. */
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
