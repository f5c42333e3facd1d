// The site's identity as an admin sets it. A null or missing field means the operator's setting.

import { type Static, Type } from 'typebox';
import { OneOf } from '../shapes.ts';
import { NullableText, Text, URL_LENGTH, VisibleText } from '../text.ts';
import { CATEGORIES } from '../vocabulary.ts';
import { IDENTITY_LIMITS } from './identity-limits.ts';

const SiteLink = Type.Object({
  label: VisibleText(IDENTITY_LIMITS.label),
  url: Text(URL_LENGTH, { format: 'site-link' }),
});

export type SiteLink = Static<typeof SiteLink>;

const links = (maxItems: number) => Type.Optional(Type.Array(SiteLink, { maxItems }));

const Colour = Type.Optional(NullableText(IDENTITY_LIMITS.colour, { format: 'colour' }));

const OwnImage = Type.Optional(NullableText(URL_LENGTH, { format: 'own-image' }));

export const SITE_IMAGES = { logo: 'logo_url', icon: 'icon_url', card: 'card_url' } as const;
export type SiteImage = keyof typeof SITE_IMAGES;

export const SiteIdentity = Type.Object({
  name: Type.Optional(NullableText(IDENTITY_LIMITS.name)),
  tagline: Type.Optional(NullableText(IDENTITY_LIMITS.tagline)),
  description: Type.Optional(NullableText(IDENTITY_LIMITS.description)),
  header_links: links(IDENTITY_LIMITS.headerLinks),
  footer_links: links(IDENTITY_LIMITS.footerLinks),
  /** `accent` is for light pages. Without `accent_dark`, dark pages derive their accent from it. */
  accent: Colour,
  accent_dark: Colour,
  logo_url: OwnImage,
  icon_url: OwnImage,
  card_url: OwnImage,
  categories: Type.Optional(Type.Array(OneOf(CATEGORIES), { maxItems: CATEGORIES.length })),
});

export type SiteIdentity = Static<typeof SiteIdentity>;
