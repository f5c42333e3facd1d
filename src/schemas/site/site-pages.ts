// A page of the site, as an admin saves it.

import { Type } from 'typebox';
import { CONTENT_FIELDS } from '../content-fields.ts';
import { LIMITS } from '../limits.ts';
import type { Of } from '../shapes.ts';
import { AnyText, Slug, VisibleText } from '../text.ts';

/** The first parts of the paths that the service itself has: a page there would never be seen. */
export const RESERVED_PAGE_SLUGS = [
  ...['api', 'assets', 'author', 'category', 'desk', 'developers', 'embed', 'healthz', 'mcp'],
  ...['media', 'metrics', 'oauth', 'oembed', 'pieces', 'preview', 'read', 'readyz', 'search'],
  ...['series', 'shop', 'tag'],
];

export const SitePageFields = {
  title: VisibleText(LIMITS.pageTitle),
  slug: Slug(LIMITS.pageSlug),
  // A draft may lack its text for a while.
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
