// Names of the service's images, in texts and in storage.

import { imageAt, isAvatar, mediaPath } from '../../schemas/images/image-urls.ts';

/** Does not match a path after a host name, which is another site's /media/. */
const OWN_IMAGE = /(?<![\w.:/-])\/media\/([\w-][\w.-]{0,199})/g;

export function namesIn(text: string, baseUrl: string): string[] {
  const own = text.replaceAll(`${baseUrl}/media/`, ' /media/');
  // A trailing full stop may end the sentence instead of belonging to the name.
  return [...own.matchAll(OWN_IMAGE)].map(([, found = '']) => found.replace(/\.+$/, ''));
}

export function filesOf(name: string): string[] {
  if (isAvatar(name)) return [name];
  const image = imageAt(mediaPath(name));
  // AVIF files are optional, because animations have none.
  return image ? [`${image.name}.webp`, `${image.name}.fallback`] : [];
}

/** The name of an image begins with its 64-character hash. */
export const hashOfName = (name: string) => name.slice(0, 64);
