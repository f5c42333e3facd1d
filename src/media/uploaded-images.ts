// Uploaded images: recognised by content and re-encoded; nothing else of the upload is stored.

import sharp, { type SharpOptions } from 'sharp';
import { Problem } from '../errors.ts';
import { IMAGES } from '../schemas/limits.ts';
import { inTurn } from './serial-queue.ts';

const AVATAR_SIDE = 512;

// Formats that are not unblocked cannot be decoded at all: SVG, PDF, TIFF and whatever comes next.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((each) => `VipsForeignLoad${each}Buffer`),
});
// No image is processed twice, so a cache would only take memory.
sharp.cache(false);

const OPTIONS: SharpOptions = {
  limitInputPixels: IMAGES.pixels,
  sequentialRead: true,
  failOn: 'error',
};

/** An upload, ready to be decoded. */
export const imageOf = (bytes: Buffer, options: SharpOptions = {}) =>
  sharp(bytes, { ...OPTIONS, ...options }).timeout({ seconds: IMAGES.seconds });

/** Whether it is animated. With too many pixels it is refused before any is decoded. */
export async function isAnimated(bytes: Buffer): Promise<boolean> {
  const { format, width, height, pages = 1, channels, depth } = await imageOf(bytes).metadata();
  const isMoving = pages > 1 && (format === 'gif' || format === 'webp');
  const pixels = width * height;
  const unpacked = pixels * channels * (depth === 'uchar' ? 1 : 2);
  const tooMany = isMoving
    ? pages > IMAGES.frames || pixels * pages > IMAGES.animationPixels
    : pixels > IMAGES.pixels || unpacked > IMAGES.unpackedBytes;
  if (tooMany) throw new Problem('image_too_many_pixels');
  return isMoving;
}

/** Whatever is wrong with an upload, the writer is told which images can be used. */
export async function drawing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await inTurn(work);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(isBeyondLimit(error) ? 'image_too_many_pixels' : 'image_refused');
  }
}

/** The library has no error code for it, only a message. */
const isBeyondLimit = (error: unknown) => /exceeds pixel limit/.test(String(error));

/** A square WebP without any of the original's metadata. */
export const avatarFrom = (bytes: Buffer): Promise<Buffer> =>
  drawing(async () => {
    await isAnimated(bytes);
    return imageOf(bytes)
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  });
