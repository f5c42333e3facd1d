// The form of a site page, as an admin saves it.

import { Type } from 'typebox';
import { CONTENT_FIELDS } from '../content-fields.ts';
import { LIMITS } from '../limits.ts';
import type { Of } from '../shapes.ts';
import { AnyText, Slug, VisibleText } from '../text.ts';

/** First segments of the service's own paths, which would hide a page with such a slug. */
export const RESERVED_PAGE_SLUGS = [
  ...['api', 'assets', 'author', 'category', 'desk', 'developers', 'embed', 'healthz', 'mcp'],
  ...['media', 'metrics', 'oauth', 'oembed', 'pieces', 'preview', 'read', 'readyz', 'search'],
  ...['series', 'shop', 'tag'],
];

export const SitePageFields = {
  title: VisibleText(LIMITS.pageTitle),
  slug: Slug(LIMITS.pageSlug),
  body_md: AnyText(LIMITS.bodyMd),
  locale: Type.String({
    maxLength: LIMITS.locale,
    format: 'bcp47',
    default: CONTENT_FIELDS.locale.empty,
  }),
  in_footer: Type.Boolean(),
};

export const SitePageForm = Type.Object(SitePageFields);
export type SitePageForm = Of<typeof SitePageForm>;
