// The site's identity: what an admin has set, with the operator's settings as defaults.

import type { Config } from '../../config.ts';
import { HOUSE_ACCENT, readableAccent, type Theme } from '../../schemas/identity/accent.ts';
import { SiteIdentity, type SiteLink } from '../../schemas/identity/identity.ts';
import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import type { StoredIdentity } from '../../store/content/site-identity.ts';
import type { Store } from '../../store/store.ts';
import { checkerOf } from '../../validation.ts';

export interface StoredSite {
  readonly store: Pick<Store, 'identity'>;
  readonly config: Config;
}

export type Accent = { readonly [theme in Theme]: string };

export interface Identity {
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly headerLinks: readonly SiteLink[];
  readonly footerLinks: readonly SiteLink[];
  readonly categories: readonly Category[];
  /** The logo that replaces the name at the top of every page, or null. */
  readonly logo: string | null;
  readonly icon: string | null;
  readonly card: string | null;
  readonly accent: Accent | null;
  readonly said: SiteIdentity;
}

const check = checkerOf(SiteIdentity);

export async function readIdentity({ store, config }: StoredSite): Promise<Identity> {
  return identityIn(config, await store.identity.get());
}

/** Caches by stored row, so that JSON is parsed once; templates cache by the resulting object. */
const identities = new WeakMap<StoredIdentity, Identity>();

function identityIn(config: Config, stored: StoredIdentity): Identity {
  const known = identities.get(stored) ?? identityFrom(config, saidIn(stored));
  identities.set(stored, known);
  return known;
}

export const saidIn = ({ json }: StoredIdentity): SiteIdentity =>
  json === null ? {} : check(JSON.parse(json));

export const storeIdentity = ({ identity }: Pick<Store, 'identity'>, said: SiteIdentity) =>
  identity.set(Object.keys(said).length === 0 ? null : JSON.stringify(said));

export function identityFrom({ siteName, siteDescription }: Config, said: SiteIdentity): Identity {
  const name = said.name ?? siteName;
  const description = said.description ?? siteDescription ?? defaultDescription(name);
  return {
    name,
    tagline: said.tagline ?? description,
    description,
    headerLinks: said.header_links ?? [],
    footerLinks: said.footer_links ?? [],
    categories: said.categories ?? CATEGORIES,
    logo: said.logo_url ?? null,
    icon: said.icon_url ?? null,
    card: said.card_url ?? null,
    accent: accentOf(said),
    said,
  };
}

function accentOf({ accent, accent_dark }: SiteIdentity): Accent | null {
  const light = accent ?? null;
  const dark = accent_dark ?? (light && readableAccent(light, 'dark'));
  if (light === null && dark === null) return null;
  return { light: light ?? HOUSE_ACCENT.light, dark: dark ?? HOUSE_ACCENT.dark };
}

/** The identity that applies if every field but the name is left empty. */
export const identityWithout = (config: Config, { name = null }: SiteIdentity): Identity => ({
  ...identityFrom(config, { name }),
  name: config.siteName,
});

const defaultDescription = (name: string) =>
  `Essays, guides and stories by the writers of ${name}.`;
