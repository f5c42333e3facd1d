// Saves the site's identity and its images as an admin sets them.

import { SITE_IMAGES, type SiteIdentity, type SiteImage } from '../../schemas/identity/identity.ts';
import { lockAdmins } from '../accounts/roles.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import { saidIn, storeIdentity } from '../identity/identity.ts';
import { saveImage } from '../images/images.ts';
import { type Context, timestamp } from '../operation.ts';
import { announce, feedsOfSite } from '../websub/websub.ts';
import { checkIdentity, tidied } from './check-identity.ts';

export async function savedIdentity(
  { store }: Pick<Context, 'store'>,
  actor: WriterActor,
): Promise<SiteIdentity> {
  requireAdmin(actor);
  return saidIn(await store.identity.get());
}

export async function saveIdentity(context: Context, actor: WriterActor, given: unknown) {
  requireAdmin(actor);
  await changeIdentity(context, actor, checkIdentity(given));
}

async function changeIdentity(context: Context, actor: WriterActor, changes: SiteIdentity) {
  await context.store.transaction(async (store) => {
    // An admin who has lost the role meanwhile must not change anything.
    await lockAdmins(store, actor);
    const before = saidIn(await store.identity.get());
    const said = tidied({ ...before, ...changes });
    await storeIdentity(store, said);
    if (said.name === before.name && said.description === before.description) return;
    await announce(store, feedsOfSite(context), timestamp(context.now()));
  });
}

export async function setSiteImage(
  context: Context,
  actor: WriterActor,
  image: SiteImage,
  bytes: Buffer | null,
): Promise<void> {
  requireAdmin(actor);
  const url = bytes && (await saveImage(context, actor, bytes)).url;
  await changeIdentity(context, actor, { [SITE_IMAGES[image]]: url });
}
