// The site's identity: what an admin has said of it, and where they have said nothing, what the settings say.

import type { Config } from '../../config.ts';
import { HOUSE_ACCENT, readableAccent, type Theme } from '../../schemas/identity/accent.ts';
import { SiteIdentity, type SiteLink } from '../../schemas/identity/identity.ts';
import { checkerOf } from '../../schemas/validation.ts';
import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import type { StoredIdentity } from '../../store/content/site-identity.ts';
import type { Store } from '../../store/store.ts';
import type { Context } from '../operation.ts';

export type Accent = { readonly [theme in Theme]: string };

export interface Identity {
  readonly name: string;
  /** Under the name, on the front page. */
  readonly tagline: string;
  /** For search engines and link previews. */
  readonly description: string;
  readonly headerLinks: readonly SiteLink[];
  readonly footerLinks: readonly SiteLink[];
  /** Those that the navigation and the front page name, in this order. */
  readonly categories: readonly Category[];
  /** In place of the name, at the top of every page; null where there is none, as of the others. */
  readonly logo: string | null;
  readonly icon: string | null;
  /** With links to pages that have no image of their own. */
  readonly card: string | null;
  /** Null where it is the house's own. */
  readonly accent: Accent | null;
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

/** Brings `identityOf` up to date, if something has changed. */
export async function refreshIdentity({ store, config }: Context): Promise<void> {
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

/** Nothing is stored where nothing is said. */
export const storeIdentity = ({ identity }: Pick<Store, 'identity'>, said: SiteIdentity) =>
  identity.set(Object.keys(said).length === 0 ? null : JSON.stringify(said));

function identityFrom({ siteName, siteDescription }: Config, said: SiteIdentity): Identity {
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

/** What stands where an admin leaves a field empty. */
export const identityWithout = (config: Config, { name = null }: SiteIdentity): Identity => ({
  ...identityFrom(config, { name }),
  name: config.siteName,
});

const defaultDescription = (name: string) =>
  `Essays, guides and stories by the writers of ${name}.`;
