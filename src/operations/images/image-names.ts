// The names of our own images in a text.

import { imageAt, isAvatar, mediaPath } from '../../schemas/images/image-urls.ts';

/** Not after a host name: that is another site's /media/. */
const OWN_IMAGE = /(?<![\w.:/-])\/media\/([\w-][\w.-]{0,199})/g;

/** Every name under /media/ of this site, as written, more than once where it is named again. */
export function namesIn(text: string, baseUrl: string): string[] {
  const own = text.replaceAll(`${baseUrl}/media/`, ' /media/');
  // A full stop may end the sentence rather than the name.
  return [...own.matchAll(OWN_IMAGE)].map(([, found = '']) => found.replace(/\.+$/, ''));
}

/** The files that an image of this name needs; none where it is not the name of an image. */
export function filesOf(name: string): string[] {
  if (isAvatar(name)) return [name];
  const image = imageAt(mediaPath(name));
  // AVIF is for those who take it, and an animation has none.
  return image ? [`${image.name}.webp`, `${image.name}.fallback`] : [];
}
