// A piece's cover: checked, and turned into the public record.

import { Type } from 'typebox';
import { type PieceImage, SavedCover } from '../../schemas/images/cover-fields.ts';
import { coverIn } from '../../schemas/images/covers.ts';
import { imageAt } from '../../schemas/images/image-urls.ts';
import { checkerOf } from '../../validation.ts';
import type { Urls } from '../urls.ts';

/** Refuses images that no page can show, and alternative text that an archive can't hold. */
export const checkCover = checkerOf(Type.Object({ image: SavedCover }));

interface Covered {
  readonly image: string | null;
}

/** Only our own images have a size, because their URL includes it. */
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

/** Leaves the field out if there is no cover, because clients know records from before covers existed. */
export function imageField(row: Covered, urls: Urls): { image?: PieceImage } {
  const image = pieceImage(row, urls);
  return image ? { image } : {};
}
