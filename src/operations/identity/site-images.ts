// Sets the images of the site itself: its logo, its icon, and its link preview.

import { SITE_IMAGES, type SiteImage } from '../../schemas/identity/identity.ts';
import { lockAdmins } from '../accounts/roles.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import { saveImage } from '../images/images.ts';
import type { Context } from '../operation.ts';
import { tidied } from './check-identity.ts';
import { saidIn, storeIdentity } from './identity.ts';

/** Replaces the previous image; null removes it. */
export async function setSiteImage(
  context: Context,
  actor: WriterActor,
  image: SiteImage,
  bytes: Buffer | null,
): Promise<void> {
  requireAdmin(actor);
  const url = bytes && (await saveImage(context, actor, bytes)).url;
  await context.store.transaction(async (store) => {
    await lockAdmins(store, actor);
    const before = saidIn(await store.identity.get());
    await storeIdentity(store, tidied({ ...before, [SITE_IMAGES[image]]: url }));
  });
}
