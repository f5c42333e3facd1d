// Who sees an image that a key has uploaded, before and after its writer publishes it.

import { imagesNamedIn } from '../../schemas/images/image-urls.ts';
import type { PreviewedPiece } from '../../store/pieces/previews.ts';
import type { KeyImageRow } from '../../store/tables/pieces.ts';
import type { KeyActor, WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';

/** Who asks for an image, by every credential that came along. */
export interface ImageViewer {
  readonly writer?: WriterActor | undefined;
  readonly key?: KeyActor | undefined;
  /** The piece behind a private link. */
  readonly preview?: PreviewedPiece | undefined;
}

/**
 * `open` is one that was uploaded at the desk, `published` one that a publication shows for the time being,
 * `private` one that only those see who may.
 */
export type ImageAccess = 'open' | 'published' | 'private';

/** How long the hash is that every name of an image begins with. */
const HASH = 64;

/** Null where whoever asks may not see it. They are only looked at where it matters. */
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
  // Whoever decides about a piece has to see all of it.
  const isReviewer = config.review && writer?.isAdmin === true;
  return isReviewer && store.keyImages.isUnderReview(image);
}
