// Converts the cover between the form's three fields and the single value that is compared and sent.

import { coverIn, storedCover } from '../../../../src/schemas/images/covers.ts';

/** The field that represents the whole cover. */
export const COVER_URL = 'image_url';

interface Fields {
  field(name: string): { value: string };
}

const NAMES = { url: COVER_URL, alt: 'image_alt', caption: 'image_caption' } as const;

/** Returns no cover if the URL is empty, even if the other fields are filled in. */
export function readCover(page: Fields): string {
  const typed = (name: string) => page.field(name).value.trim();
  const url = typed(NAMES.url);
  if (url === '') return '';
  return storedCover({ url, alt: typed(NAMES.alt), caption: typed(NAMES.caption) || null });
}

export function writeCover(page: Fields, stored: string): void {
  // An alt text or caption typed before there is an image stays in its field.
  if (stored === readCover(page)) return;
  const { url = '', alt = '', caption = '' } = coverIn(stored) ?? {};
  page.field(NAMES.url).value = url;
  page.field(NAMES.alt).value = alt;
  page.field(NAMES.caption).value = caption ?? '';
}

export const sentCover = (stored: string) => coverIn(stored);
