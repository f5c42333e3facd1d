// A text as the desk's form sends it.

import type { Fields } from './desk-browser.ts';

/** Every field of the form, with these words in it. */
export const textFields = (words: string, version?: number): Fields => ({
  headline: `Headline ${words}`,
  sub: '',
  body_md: `Body ${words}.`,
  category: 'building',
  tags: '',
  frame: 'lesson',
  style: 'essay',
  locale: 'en',
  external_url: '',
  ...(version !== undefined && { version: String(version) }),
});
