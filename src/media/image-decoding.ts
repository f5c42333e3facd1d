// Decodes uploaded images: recognised by content, checked by header, one at a time.

import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { Problem, tooManyPixels } from '../errors.ts';
import { IMAGES } from '../schemas/limits.ts';
import { inTurn } from './serial-queue.ts';

const AVATAR_SIDE = 512;

// Formats that are not unblocked cannot be decoded at all: SVG, PDF, TIFF and whatever comes next.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((each) => `VipsForeignLoad${each}Buffer`),
});
// No image is processed twice, so a cache would only take memory; and so do threads, each for itself.
sharp.cache(false);
sharp.concurrency(1);

const OPTIONS: SharpOptions = { sequentialRead: true, failOn: 'error' };

/** An upload, ready to be decoded: only once its header was looked at. */
export const decoderOf = (bytes: Buffer, options: SharpOptions = {}) =>
  sharp(bytes, { ...OPTIONS, ...options }).timeout({ seconds: IMAGES.seconds });

/** Whether it is animated. With too many pixels it is refused before any is decoded. */
export async function isAnimated(bytes: Buffer, megapixels: number): Promise<boolean> {
  const most = megapixels * 1_000_000;
  const header = await decoderOf(bytes).metadata();
  const { format, width, height, pages = 1 } = header;
  const isMoving = pages > 1 && (format === 'gif' || format === 'webp');
  const pixels = width * height;
  const isTooLarge = isMoving
    ? pages > IMAGES.frames || pixels * pages > most * IMAGES.animationShare
    : pixels > most || held(header) > most * IMAGES.heldBytesPerPixel;
  if (isTooLarge) throw refused(megapixels);
  return isMoving;
}

/** What decoding holds at once. A progressive JPEG is held as coefficients, of two bytes each. */
function held(header: Metadata): number {
  const { format, isProgressive, chromaSubsampling, width, height, channels, depth } = header;
  const pixels = width * height;
  // An AVIF is there several times over while it is decoded.
  if (format === 'heif')
    return pixels * (depth === 'uchar' ? IMAGES.avifBytes : IMAGES.deepAvifBytes);
  if (format !== 'jpeg') return pixels * channels * (depth === 'uchar' ? 1 : 2);
  // With 4:2:0, which most have, two of three channels are a quarter as large.
  return isProgressive ? pixels * (chromaSubsampling === '4:2:0' ? 1.5 : channels) * 2 : 0;
}

const refused = (megapixels: number) =>
  new Problem('image_too_many_pixels', { reason: tooManyPixels(megapixels) });

/** Whatever is wrong with an upload, the writer is told which images can be used. */
export async function withDecoder<Result>(
  megapixels: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await inTurn(work);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw isBeyondLimit(error) ? refused(megapixels) : new Problem('image_refused');
  }
}

/** The library has no error code for it, only a message. */
const isBeyondLimit = (error: unknown) => /exceeds pixel limit/.test(String(error));

/** A square WebP without any of the original's metadata. */
export const avatarFrom = (bytes: Buffer, megapixels: number): Promise<Buffer> =>
  withDecoder(megapixels, async () => {
    await isAnimated(bytes, megapixels);
    return decoderOf(bytes)
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  });
