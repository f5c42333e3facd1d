// Saves the site's identity as an admin sets it.

import type { SiteIdentity } from '../../schemas/identity/identity.ts';
import { lockAdmins } from '../accounts/roles.ts';
import { requireAdmin, type WriterActor } from '../actor.ts';
import { announce, feedsOfSite } from '../feeds/websub.ts';
import { type Context, timestamp } from '../operation.ts';
import { checkIdentity, tidied } from './check-identity.ts';
import { saidIn, storeIdentity } from './identity.ts';

export async function savedIdentity(
  { store }: Pick<Context, 'store'>,
  actor: WriterActor,
): Promise<SiteIdentity> {
  requireAdmin(actor);
  return saidIn(await store.identity.get());
}

/** Fields that are not given stay as they are. */
export async function saveIdentity(context: Context, actor: WriterActor, given: unknown) {
  requireAdmin(actor);
  const changes = checkIdentity(given);
  await context.store.transaction(async (store) => {
    // An admin who has lost the role meanwhile changes nothing.
    await lockAdmins(store, actor);
    const before = saidIn(await store.identity.get());
    const said = tidied({ ...before, ...changes });
    await storeIdentity(store, said);
    if (said.name === before.name && said.description === before.description) return;
    await announce(store, feedsOfSite(context), timestamp(context.now()));
  });
}
