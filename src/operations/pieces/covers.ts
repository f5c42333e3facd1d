// The cover of a piece, from its stored form to the record that readers get.

import { Type } from 'typebox';
import { type PieceImage, SavedCover } from '../../schemas/images/cover-fields.ts';
import { coverIn } from '../../schemas/images/covers.ts';
import { imageAt } from '../../schemas/images/image-urls.ts';
import { checkerOf } from '../../validation.ts';
import type { Urls } from '../urls.ts';

/** Refuses images that no page shows, and words that no archive could have. */
export const checkCover = checkerOf(Type.Object({ image: SavedCover }));

interface Covered {
  readonly image: string | null;
}

/** The size is known for our own images, whose URL says it. */
export function pieceImage(row: Covered, urls: Urls): PieceImage | null {
  const cover = coverIn(row.image);
  if (!cover) return null;
  const { url, alt, caption } = cover;
  const size = imageAt(url);
  return {
    url: urls.image(url) ?? url,
    alt,
    caption,
    ...(size && { width: size.width, height: size.height }),
  };
}

/** Records without a cover have no field, as before there were covers. */
export function imageField(row: Covered, urls: Urls): { image?: PieceImage } {
  const image = pieceImage(row, urls);
  return image ? { image } : {};
}
