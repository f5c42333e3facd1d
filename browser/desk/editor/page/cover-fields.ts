// The cover as the form has it, in three fields, and as it is compared and sent, as one.

import { coverIn, storedCover } from '../../../../src/schemas/images/covers.ts';

/** The field that stands for all of them. */
export const COVER_URL = 'image_url';

interface Fields {
  field(name: string): { value: string };
}

const NAMES = { url: COVER_URL, alt: 'image_alt', caption: 'image_caption' } as const;

/** Where no image is named, there is no cover, whatever else is typed. */
export function readCover(page: Fields): string {
  const typed = (name: string) => page.field(name).value.trim();
  const url = typed(NAMES.url);
  if (url === '') return '';
  return storedCover({ url, alt: typed(NAMES.alt), caption: typed(NAMES.caption) || null });
}

export function writeCover(page: Fields, stored: string): void {
  // What is typed beside an image that is not there yet stays.
  if (stored === readCover(page)) return;
  const { url = '', alt = '', caption = '' } = coverIn(stored) ?? {};
  page.field(NAMES.url).value = url;
  page.field(NAMES.alt).value = alt;
  page.field(NAMES.caption).value = caption ?? '';
}

export const sentCover = (stored: string) => coverIn(stored);
