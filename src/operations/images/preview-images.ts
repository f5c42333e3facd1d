// Shows the images of a private preview to everyone who has the preview link.

import { imagesNamedIn } from '../../schemas/images/image-urls.ts';
import type { PreviewedPiece } from '../../store/pieces/previews.ts';
import type { Context } from '../operation.ts';

export const PREVIEW_PARAMETER = 'preview';

const IMAGE_URL = / (src|href)="([^"]*\/media\/([0-9a-f]{64})-\d+x\d+)"/g;

/** Adds the preview's token to the URLs of all images uploaded with API keys. */
export async function withPreviewImages(
  { store, config }: Context,
  piece: PreviewedPiece,
  token: string,
  html: string,
): Promise<string> {
  const owned = await store.keyImages.ownedBy(piece.author_id, imagesNamedIn(piece));
  if (owned.size === 0) return html;
  const isOurs = (url: string) =>
    url.startsWith('/media/') || url.startsWith(`${config.baseUrl}/media/`);
  return html.replace(IMAGE_URL, (whole, attribute: string, url: string, hash: string) =>
    owned.has(hash) && isOurs(url)
      ? ` ${attribute}="${url}?${PREVIEW_PARAMETER}=${encodeURIComponent(token)}"`
      : whole,
  );
}
