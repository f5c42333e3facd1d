// Pictures that people upload: read by content, drawn anew, and nothing else of them kept.

import sharp from 'sharp';
import { Problem } from '../errors.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heif'];
// A picture of this many pixels takes some hundred megabytes to unpack; more is a bomb.
const MOST_PIXELS = 50_000_000;
const AVATAR_SIDE = 512;

/** A square WebP without any of the original's metadata. */
export async function avatarFrom(bytes: Buffer): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false });
    const { format } = await image.metadata();
    if (!FORMATS.includes(format ?? '')) throw new Problem('image_refused');
    return await image
      .rotate()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw new Problem('image_refused');
  }
}
