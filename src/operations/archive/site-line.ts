// The site's identity as an archive line; left out if no admin has set anything.

import type { SiteIdentity } from '../../schemas/identity/identity.ts';
import type { Store } from '../../store/store.ts';
import { saidIn, storeIdentity } from '../identity/identity.ts';
import { checkIdentity, tidied } from '../site-settings/check-identity.ts';

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

export const importSite = (store: Store, { said }: SiteLine): Promise<void> =>
  storeIdentity(store, said);
