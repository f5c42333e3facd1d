// The form of a site page, as an admin saves it.

import { Type } from 'typebox';
import { CONTENT_FIELDS } from '../content-fields.ts';
import { PIECE_LIMITS } from '../piece-limits.ts';
import type { Of } from '../shapes.ts';
import { AnyText, Slug, VisibleText } from '../text.ts';
import { SITE_PAGE_LIMITS } from './site-page-limits.ts';

/** First segments of the service's own paths, which would hide a page with such a slug. */
export const RESERVED_PAGE_SLUGS = [
  ...['api', 'assets', 'author', 'category', 'desk', 'developers', 'embed', 'healthz', 'mcp'],
  ...['media', 'metrics', 'oauth', 'oembed', 'pieces', 'preview', 'read', 'readyz', 'search'],
  ...['series', 'shop', 'tag'],
];

export const SitePageFields = {
  title: VisibleText(SITE_PAGE_LIMITS.title),
  slug: Slug(SITE_PAGE_LIMITS.slug),
  body_md: AnyText(PIECE_LIMITS.bodyMd),
  locale: Type.String({
    maxLength: PIECE_LIMITS.locale,
    format: 'bcp47',
    default: CONTENT_FIELDS.locale.empty,
  }),
  in_footer: Type.Boolean(),
};

export const SitePageForm = Type.Object(SitePageFields);
export type SitePageForm = Of<typeof SitePageForm>;
