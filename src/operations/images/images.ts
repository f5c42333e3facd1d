// Images in pieces: stored once per content, served in the best format the browser accepts.

import { Problem } from '../../errors.ts';
import { contentHash, mediaStorage } from '../../media/choose-storage.ts';
import { typeOf } from '../../media/image-formats.ts';
import { type ImageSize, imageName, mediaPath } from '../../schemas/image-urls.ts';
import type { ImageEncoding } from '../../schemas/vocabulary.ts';
import type { Actor } from '../actor.ts';
import type { Context } from '../operation.ts';

interface StoredImage extends ImageSize {
  /** Without the base URL, as in the text of a piece. */
  readonly url: string;
}

export async function saveImage(
  { config }: Context,
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
  return { url: mediaPath(name), width, height };
}

/** The first of these formats that the image has. */
export async function readImage(
  { config }: Context,
  name: string,
  encodings: readonly ImageEncoding[],
): Promise<{ type: string; bytes: Buffer } | null> {
  const storage = mediaStorage(config);
  for (const encoding of encodings) {
    const bytes = await storage.get(`${name}.${encoding}`);
    if (bytes) return { type: typeOf(encoding, bytes), bytes };
  }
  return null;
}
