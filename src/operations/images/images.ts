// Images in pieces: stored once per content, served in the best format the browser accepts.

import { Problem } from '../../errors.ts';
import { contentHash, mediaStorage } from '../../media/choose-storage.ts';
import { typeOf } from '../../media/image-formats.ts';
import { type ImageSize, imageName, mediaPath } from '../../schemas/image-urls.ts';
import type { ImageEncoding } from '../../schemas/vocabulary.ts';
import type { Actor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { isOnlyInTrash } from './trashed-images.ts';

interface StoredImage extends ImageSize {
  /** Without the base URL, as in the text of a piece. */
  readonly url: string;
}

export async function saveImage(
  { config, store }: Context,
  actor: Actor,
  bytes: Buffer,
): Promise<StoredImage> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  const { imageFrom } = await import('../../media/image-encoding.ts');
  const { width, height, encodings } = await imageFrom(bytes, config.imageMegapixels);
  // Of every format: two images can be one as WebP and differ as AVIF.
  const hash = contentHash(...Object.values(encodings));
  const name = imageName(hash, { width, height });
  const storage = mediaStorage(config);
  await Promise.all(
    Object.entries(encodings).map(([encoding, kept]) => storage.put(`${name}.${encoding}`, kept)),
  );
  // Whoever uploads it again has it again.
  await store.trashedImages.remove([hash]);
  return { url: mediaPath(name), width, height };
}

/** The first of these formats that the image has. */
export async function readImage(
  context: Context,
  name: string,
  encodings: readonly ImageEncoding[],
): Promise<{ type: string; bytes: Buffer } | null> {
  const storage = mediaStorage(context.config);
  for (const encoding of encodings) {
    const bytes = await storage.get(`${name}.${encoding}`);
    if (!bytes) continue;
    // Only of an image that exists: finding out may take a look through every version.
    return (await isOnlyInTrash(context, name)) ? null : { type: typeOf(encoding, bytes), bytes };
  }
  return null;
}
