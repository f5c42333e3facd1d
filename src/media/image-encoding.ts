// Encodes an image of a piece in every format that readers may get.

import sharp, { type OutputInfo, type ResizeOptions } from 'sharp';
import { IMAGE_LIMITS } from '../schemas/images/image-limits.ts';
import type { ImageSize } from '../schemas/images/image-urls.ts';
import type { ImageEncoding } from '../schemas/vocabulary.ts';
import { decoderOf, isAnimated, withDecoder } from './image-decoding.ts';

export interface Image extends ImageSize {
  /** WebP and the fallback always exist; AVIF only for still images. */
  readonly encodings: { readonly [encoding in ImageEncoding]?: Buffer };
}

export const imageFrom = (bytes: Buffer, megapixels: number): Promise<Image> =>
  withDecoder(megapixels, async () =>
    (await isAnimated(bytes, megapixels)) ? animation(bytes) : still(bytes),
  );

const within = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
});

/** Decodes once to raw pixels, upright and in sRGB, from which every format is encoded. */
async function still(bytes: Buffer): Promise<Image> {
  const { data, info } = await decoderOf(bytes)
    .autoOrient()
    .resize(within(IMAGE_LIMITS.side))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const isOpaque = await hasNoTransparency(data, info);
  const pixels = () => (isOpaque ? bare(data, info).removeAlpha() : bare(data, info));
  const webp = await pixels().webp({ quality: 82, effort: 2 }).toBuffer();
  // A higher effort takes many times as long and saves almost nothing.
  const avif = await pixels().avif({ quality: 58, effort: 1 }).toBuffer();
  const fallback = isOpaque
    ? pixels().jpeg({ quality: 82, progressive: true })
    : pixels().png({ compressionLevel: 8 });
  const encodings = { avif, webp, fallback: await fallback.toBuffer() };
  return { width, height, encodings };
}

const bare = (data: Buffer, { width, height, channels }: OutputInfo) =>
  sharp(data, { raw: { width, height, channels } });

async function hasNoTransparency(data: Buffer, info: OutputInfo): Promise<boolean> {
  return info.channels < 4 || (await bare(data, info).stats()).isOpaque;
}

/** WebP with GIF as the fallback, because browsers' support of animated AVIF differs. */
async function animation(bytes: Buffer): Promise<Image> {
  const frames = () =>
    decoderOf(bytes, { animated: true })
      .resize(within(IMAGE_LIMITS.animationSide))
      .toColourspace('srgb');
  const { data, info } = await frames()
    .webp({ quality: 75, effort: 1 })
    .toBuffer({ resolveWithObject: true });
  const fallback = await frames().gif({ effort: 1 }).toBuffer();
  const height = info.pageHeight ?? info.height;
  return { width: info.width, height, encodings: { webp: data, fallback } };
}
