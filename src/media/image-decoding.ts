// Decodes uploaded images: recognised by content, checked by header, one at a time.

import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { BoundedQueue } from '../bounded-queue.ts';
import { Problem, tooManyPixels } from '../errors.ts';
import { IMAGE_LIMITS } from '../schemas/images/image-limits.ts';

const TIMEOUT_SECONDS = 20;
/**
 * Memory that decoding may hold for each permitted pixel: 75 MB in all. Decoding line by line holds nothing;
 * images in other encodings have a lower pixel limit.
 */
const HELD_BYTES_PER_PIXEL = 1.5;
/** Memory that decoding an AVIF holds for each pixel, with 8 bits and with more. */
const AVIF_BYTES = 9;
const DEEP_AVIF_BYTES = 12;

const AVATAR_SIDE = 512;

// Blocks the loaders of SVG, PDF, TIFF and any format that the library may add later.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((each) => `VipsForeignLoad${each}Buffer`),
});
// No cache, because no image is processed twice. One thread, because each thread takes memory.
sharp.cache(false);
sharp.concurrency(1);

const OPTIONS: SharpOptions = { sequentialRead: true, failOn: 'error' };

/** Decodes nothing until output is requested, so that the header can be checked first. */
export const decoderOf = (bytes: Buffer, options: SharpOptions = {}) =>
  sharp(bytes, { ...OPTIONS, ...options }).timeout({ seconds: TIMEOUT_SECONDS });

/** Refuses an image with too many pixels before any is decoded. */
export async function isAnimated(bytes: Buffer, megapixels: number): Promise<boolean> {
  const most = megapixels * 1_000_000;
  const header = await decoderOf(bytes).metadata();
  const { format, width, height, pages = 1 } = header;
  const isMoving = pages > 1 && (format === 'gif' || format === 'webp');
  const pixels = width * height;
  const isTooLarge = isMoving
    ? pages > IMAGE_LIMITS.frames || pixels * pages > most * IMAGE_LIMITS.animationShare
    : pixels > most || held(header) > most * HELD_BYTES_PER_PIXEL;
  if (isTooLarge) throw refused(megapixels);
  return isMoving;
}

/** The memory that decoding takes. A progressive JPEG is held as coefficients of two bytes each. */
function held(header: Metadata): number {
  const { format, isProgressive, chromaSubsampling, width, height, channels, depth } = header;
  const pixels = width * height;
  // Decoding an AVIF takes several copies of its pixels.
  if (format === 'heif') return pixels * (depth === 'uchar' ? AVIF_BYTES : DEEP_AVIF_BYTES);
  if (format !== 'jpeg') return pixels * channels * (depth === 'uchar' ? 1 : 2);
  // With 4:2:0, the usual subsampling, two of the three channels are a quarter as large.
  return isProgressive ? pixels * (chromaSubsampling === '4:2:0' ? 1.5 : channels) * 2 : 0;
}

const refused = (megapixels: number) =>
  new Problem('image_too_many_pixels', { reason: tooManyPixels(megapixels) });

/** Decoding one image takes a few hundred megabytes; uploads are in memory while they wait. */
const uploads = new BoundedQueue({ atOnce: 1, waiting: 19 });

/** Turns any decoding error into one that tells the writer which images are accepted. */
export async function withDecoder<Result>(
  megapixels: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await uploads.run(work);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw isBeyondLimit(error) ? refused(megapixels) : new Problem('image_refused');
  }
}

/** The library reports its pixel limit only by this message, without an error code. */
const isBeyondLimit = (error: unknown) => /exceeds pixel limit/.test(String(error));

export const avatarFrom = (bytes: Buffer, megapixels: number): Promise<Buffer> =>
  withDecoder(megapixels, async () => {
    await isAnimated(bytes, megapixels);
    return decoderOf(bytes)
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  });
