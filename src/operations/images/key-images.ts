// Saves an image that a program uploads for its drafts; only its owner sees it until it is published.

import { Problem } from '../../errors.ts';
import { contentHash } from '../../media/choose-storage.ts';
import type { UploadedImage } from '../../schemas/images/images.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { KeyActor } from '../actor.ts';
import { isWorkingKey } from '../api-keys/api-keys.ts';
import { EXAMPLE_IMAGE } from '../examples.ts';
import { type Context, timestamp } from '../operation.ts';
import { type Urls, urlsOf } from '../urls.ts';
import { decodedImage, type StoredImage, storeImage } from './images.ts';

/** The hash includes the key's id, so that no other upload can publish the image. Its row is stored first. */
export async function saveKeyImage(
  context: Context,
  actor: KeyActor,
  bytes: Buffer,
): Promise<Of<typeof UploadedImage>> {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const image = await decodedImage(context, bytes);
  const hash = contentHash(...Object.values(image.encodings), Buffer.from(actor.keyId));
  // The key may have been revoked during the upload, which may take minutes.
  if (!(await isWorkingKey(context, actor.keyId))) throw new Problem('key_refused');
  await context.store.keyImages.put({
    hash,
    account_id: actor.accountId,
    key_id: actor.keyId,
    created_at: timestamp(context.now()),
  });
  return uploaded(await storeImage(context, hash, image), urlsOf(context.config.baseUrl));
}

const uploaded = ({ url, width, height }: StoredImage, urls: Urls): Of<typeof UploadedImage> => ({
  ok: true,
  url: urls.image(url) ?? url,
  markdown: `![](${url})`,
  width,
  height,
});

export const uploadedExample = (urls: Urls) => uploaded(EXAMPLE_IMAGE, urls);
