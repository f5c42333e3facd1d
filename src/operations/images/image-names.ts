// Names of the service's own images: in texts, in storage, by hash.

import { imageAt, isAvatar, mediaPath } from '../../schemas/images/image-urls.ts';

/** A path after a host name is another site's /media/. */
const OWN_IMAGE = /(?<![\w.:/-])\/media\/([\w-][\w.-]{0,199})/g;

/** Every name under /media/ of this site, with repetitions. */
export function namesIn(text: string, baseUrl: string): string[] {
  const own = text.replaceAll(`${baseUrl}/media/`, ' /media/');
  // A full stop may end the sentence rather than the name.
  return [...own.matchAll(OWN_IMAGE)].map(([, found = '']) => found.replace(/\.+$/, ''));
}

/** Files that an image with this name needs; none if the name is no image's. */
export function filesOf(name: string): string[] {
  if (isAvatar(name)) return [name];
  const image = imageAt(mediaPath(name));
  // AVIF is optional, and animations have none.
  return image ? [`${image.name}.webp`, `${image.name}.fallback`] : [];
}
