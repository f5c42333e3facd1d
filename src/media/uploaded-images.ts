// Images that people upload: read by content, drawn anew, and nothing else of them kept.

import sharp, { type SharpOptions } from 'sharp';
import { Problem } from '../errors.ts';
import { PICTURES } from '../schemas/limits.ts';
import { inTurn } from './serial-queue.ts';

const AVATAR_SIDE = 512;

// What is not unblocked cannot be read at all: SVG, PDF, TIFF and whatever the library learns next.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((each) => `VipsForeignLoad${each}Buffer`),
});
// Nothing is drawn twice, so that a cache would only hold memory.
sharp.cache(false);

const OPTIONS: SharpOptions = {
  limitInputPixels: PICTURES.pixels,
  sequentialRead: true,
  failOn: 'error',
};

/** An upload, to be drawn from. */
export const imageOf = (bytes: Buffer, options: SharpOptions = {}) =>
  sharp(bytes, { ...OPTIONS, ...options }).timeout({ seconds: PICTURES.seconds });

/** Whether it moves; refused before a pixel is unpacked when there are too many. */
export async function isAnimated(bytes: Buffer): Promise<boolean> {
  const { format, width, height, pages = 1, channels, depth } = await imageOf(bytes).metadata();
  const isMoving = pages > 1 && (format === 'gif' || format === 'webp');
  const pixels = width * height;
  const unpacked = pixels * channels * (depth === 'uchar' ? 1 : 2);
  const tooMany = isMoving
    ? pages > PICTURES.frames || pixels * pages > PICTURES.animationPixels
    : pixels > PICTURES.pixels || unpacked > PICTURES.unpackedBytes;
  if (tooMany) throw new Problem('image_too_many_pixels');
  return isMoving;
}

/** Whatever stops an upload from being drawn, the writer learns what can be. */
export async function drawing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await inTurn(work);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(isBeyondLimit(error) ? 'image_too_many_pixels' : 'image_refused');
  }
}

/** The library has no code for it, only words. */
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
