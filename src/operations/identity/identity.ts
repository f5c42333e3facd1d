// The site's identity: what an admin has said of it, and where they have said nothing, what the settings say.

import type { Config } from '../../config.ts';
import { SiteIdentity } from '../../schemas/identity/identity.ts';
import { checkerOf } from '../../schemas/validation.ts';
import type { StoredIdentity } from '../../store/content/site-identity.ts';
import type { Context } from '../operation.ts';

export interface Identity {
  readonly name: string;
  /** Under the name, on the front page. */
  readonly tagline: string;
  /** For search engines and link previews. */
  readonly description: string;
  /** What an admin has said, and nothing else. */
  readonly said: SiteIdentity;
}

const check = checkerOf(SiteIdentity);

/** As it was when the last request of this application began: templates and e-mails read it without waiting. */
const current = new WeakMap<Config, Identity>();

export function identityOf(config: Config): Identity {
  const known = current.get(config) ?? identityFrom(config, {});
  current.set(config, known);
  return known;
}

/** Brings `identityOf` up to date, where something has changed. Null where there is nothing to wait for. */
export function refreshIdentity({ store, config }: Context): Promise<void> | null {
  const known = store.identity.known();
  if (!known) return readIdentity({ store, config });
  current.set(config, identityIn(config, known));
  return null;
}

async function readIdentity({ store, config }: Pick<Context, 'store' | 'config'>): Promise<void> {
  current.set(config, identityIn(config, await store.identity.get()));
}

/** Read once from each JSON; what templates remember with it is good for as long. */
const identities = new WeakMap<StoredIdentity, Identity>();

function identityIn(config: Config, stored: StoredIdentity): Identity {
  const known = identities.get(stored) ?? identityFrom(config, saidIn(stored));
  identities.set(stored, known);
  return known;
}

export const saidIn = ({ json }: StoredIdentity): SiteIdentity =>
  json === null ? {} : check(JSON.parse(json));

function identityFrom({ siteName, siteDescription }: Config, said: SiteIdentity): Identity {
  const name = said.name ?? siteName;
  const description = said.description ?? siteDescription ?? defaultDescription(name);
  return { name, tagline: said.tagline ?? description, description, said };
}

/** What stands where an admin leaves a field empty. */
export const identityWithout = (config: Config, { name = null }: SiteIdentity): Identity => ({
  ...identityFrom(config, { name }),
  name: config.siteName,
});

const defaultDescription = (name: string) =>
  `Essays, guides and stories by the writers of ${name}.`;
