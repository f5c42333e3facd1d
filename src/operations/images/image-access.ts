// Decides who sees an image that a key has uploaded, before and after its writer publishes it.

import { imagesNamedIn } from '../../schemas/images/image-urls.ts';
import type { PreviewedPiece } from '../../store/pieces/previews.ts';
import type { KeyImageRow } from '../../store/tables/pieces.ts';
import type { KeyActor, WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

export interface ImageViewer {
  readonly writer?: WriterActor | undefined;
  readonly key?: KeyActor | undefined;
  readonly preview?: PreviewedPiece | undefined;
}

/** `open` was uploaded at the desk, `published` is shown by a publication, `private` needs a right to see it. */
export type ImageAccess = 'open' | 'published' | 'private';

const HASH = 64;

/** Null if the requester may not see the image. `viewer` is called only if credentials matter. */
export async function accessTo(
  context: Context,
  name: string,
  viewer: () => Promise<ImageViewer>,
): Promise<ImageAccess | null> {
  const image = await context.store.keyImages.find(name.slice(0, HASH));
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
  // A reviewer has to see all of a piece.
  const isReviewer = config.review && writer?.isAdmin === true;
  return isReviewer && store.keyImages.isUnderReview(image);
}
