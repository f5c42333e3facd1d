// Decides who may see an image uploaded with an API key, before and after it is published.

import { imagesNamedIn } from '../../schemas/images/image-urls.ts';
import type { PreviewedPiece } from '../../store/pieces/previews.ts';
import type { KeyImageRow } from '../../store/tables/pieces.ts';
import type { KeyActor, WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { hashOfName } from './image-names.ts';

export interface ImageViewer {
  readonly writer?: WriterActor | undefined;
  readonly key?: KeyActor | undefined;
  readonly preview?: PreviewedPiece | undefined;
}

/**
 * `open`: uploaded at the desk, anyone may see it. `published`: uploaded with a key, and used in a published piece.
 * `private`: uploaded with a key, visible only with permission.
 */
export type ImageAccess = 'open' | 'published' | 'private';

/** Returns null if the requester may not see the image. Calls `viewer` only if the answer depends on it. */
export async function accessTo(
  context: Context,
  name: string,
  viewer: () => Promise<ImageViewer>,
): Promise<ImageAccess | null> {
  const image = await context.store.keyImages.find(hashOfName(name));
  if (!image) return 'open';
  if (image.isPublished) return 'published';
  return (await mayView(context, image, await viewer())) ? 'private' : null;
}

async function mayView(
  { store, config }: Context,
  image: KeyImageRow,
  { writer, key, preview }: ImageViewer,
): Promise<boolean> {
  if (writer?.accountId === image.account_id || key?.keyId === image.key_id) return true;
  const isPreviewed =
    preview?.author_id === image.account_id && imagesNamedIn(preview).includes(image.hash);
  if (isPreviewed) return true;
  // A reviewer must see everything in a piece.
  const isReviewer = config.review && writer?.isAdmin === true;
  return isReviewer && store.keyImages.isUnderReview(image);
}
