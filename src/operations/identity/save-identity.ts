// An admin says what the site is called and what it is.

import { Problem } from '../../errors.ts';
import { SiteIdentity } from '../../schemas/identity/identity.ts';
import { isBlank } from '../../schemas/text.ts';
import { checkerOf } from '../../schemas/validation.ts';
import { lockAdmins } from '../accounts/roles.ts';
import type { WriterActor } from '../actor.ts';
import { announce, feedsOfSite } from '../feeds/websub.ts';
import { type Context, timestamp } from '../operation.ts';
import { saidIn } from './identity.ts';

const check = checkerOf(SiteIdentity);

export async function savedIdentity(
  { store }: Pick<Context, 'store'>,
  actor: WriterActor,
): Promise<SiteIdentity> {
  if (!actor.isAdmin) throw new Problem('not_found');
  return saidIn(await store.identity.get());
}

/** What is not given stays as it is. */
export async function saveIdentity(context: Context, actor: WriterActor, given: unknown) {
  if (!actor.isAdmin) throw new Problem('not_found');
  const changes = check(given);
  await context.store.transaction(async (store) => {
    // Whoever lost the role while the form was on its way changes nothing.
    await lockAdmins(store, actor);
    const before = saidIn(await store.identity.get());
    const said = tidied({ ...before, ...changes });
    await store.identity.set(Object.keys(said).length === 0 ? null : JSON.stringify(said));
    if (said.name === before.name && said.description === before.description) return;
    await announce(store, feedsOfSite(context), timestamp(context.now()));
  });
}

/** Each text on one line, and nothing where nothing is said. */
function tidied(said: SiteIdentity): SiteIdentity {
  const entries = Object.entries(said)
    .map(([field, text]) => [field, text?.replaceAll(/\s+/g, ' ').trim() ?? ''] as const)
    .filter(([, text]) => !isBlank(text));
  return Object.fromEntries(entries);
}
