// The cover in the preview, as the published page shows it.

import { coverIn } from '../../../../src/schemas/images/covers.ts';
import { imageAt } from '../../../../src/schemas/images/image-urls.ts';
import { element } from '../element.ts';

export function coverPreview(stored: string): HTMLElement[] {
  const cover = coverIn(stored);
  if (!cover) return [];
  const size = imageAt(cover.url);
  const attributes = size ? { width: `${size.width}`, height: `${size.height}` } : {};
  const image = element('img', { src: cover.url, alt: cover.alt, ...attributes });
  const caption = cover.caption ? [element('figcaption', {}, cover.caption)] : [];
  return [element('figure', { class: size ? 'cover' : 'cover unsized' }, image, ...caption)];
}
