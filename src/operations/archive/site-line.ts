// What an admin has said of the site, as a line of an archive; none where nobody has said anything.

import type { SiteIdentity } from '../../schemas/identity/identity.ts';
import type { Store } from '../../store/store.ts';
import { checkIdentity, tidied } from '../identity/check-identity.ts';
import { saidIn, storeIdentity } from '../identity/identity.ts';

export interface SiteLine {
  type: 'site';
  said: SiteIdentity;
}

export async function* siteLines(store: Store): AsyncGenerator<object> {
  const said = saidIn(await store.identity.get());
  if (Object.keys(said).length > 0) yield { type: 'site', ...said };
}

export const readSiteLine = (value: object): SiteLine => ({
  type: 'site',
  said: tidied(checkIdentity(value)),
});

/** In place of what is said of the site that takes the archive. */
export const importSite = (store: Store, { said }: SiteLine): Promise<void> =>
  storeIdentity(store, said);
