// Images in pieces: stored once per content, and served in the best format that the browser accepts.

import { Problem } from '../../errors.ts';
import { contentHash, mediaStorage } from '../../media/choose-storage.ts';
import type { Image } from '../../media/image-encoding.ts';
import { typeOf } from '../../media/image-formats.ts';
import { type ImageSize, imageName, mediaPath } from '../../schemas/images/image-urls.ts';
import type { ImageEncoding } from '../../schemas/vocabulary.ts';
import type { Actor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { accessTo, type ImageAccess, type ImageViewer } from './image-access.ts';
import { isOnlyInTrash } from './trashed-images.ts';

export interface StoredImage extends ImageSize {
  readonly url: string;
}

export async function saveImage(
  context: Context,
  actor: Actor,
  bytes: Buffer,
): Promise<StoredImage> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  const image = await decodedImage(context, bytes);
  // The hash covers every format, because two images may be equal as WebP and differ as AVIF.
  return storeImage(context, contentHash(...Object.values(image.encodings)), image);
}

export async function decodedImage({ config }: Context, bytes: Buffer): Promise<Image> {
  const { imageFrom } = await import('../../media/image-encoding.ts');
  return imageFrom(bytes, config.imageMegapixels);
}

export async function storeImage(
  { config, store }: Context,
  hash: string,
  { width, height, encodings }: Image,
): Promise<StoredImage> {
  const name = imageName(hash, { width, height });
  const storage = mediaStorage(config);
  await Promise.all(
    Object.entries(encodings).map(([encoding, kept]) => storage.put(`${name}.${encoding}`, kept)),
  );
  // A new upload makes an image available again that only the trash still refers to.
  await store.trashedImages.remove([hash]);
  return { url: mediaPath(name), width, height };
}

interface FoundImage {
  type: string;
  bytes: Buffer;
  access: ImageAccess;
}

/** Returns the first of these formats that the image has, or null; also null if the requester may not see the image. */
export async function readImage(
  context: Context,
  name: string,
  encodings: readonly ImageEncoding[],
  viewer: () => Promise<ImageViewer>,
): Promise<FoundImage | null> {
  const storage = mediaStorage(context.config);
  for (const encoding of encodings) {
    const bytes = await storage.get(`${name}.${encoding}`);
    if (!bytes) continue;
    const access = await accessTo(context, name, viewer);
    // Checked only for images that exist, because the check may read every version.
    if (access === null || (await isOnlyInTrash(context, name))) return null;
    return { type: typeOf(encoding, bytes), bytes, access };
  }
  return null;
}
