// The desk's URLs and labels for the site's pages.

import type { DeskSitePage } from '../../../operations/site-pages/desk-pages.ts';
import { html } from '../../../rendering/templates/html.ts';
import type { PageContext } from '../shared/page-context.ts';

export const PAGES = '/desk/pages';

export const pageUrl = ({ context }: PageContext, slug: string) =>
  `${context.config.baseUrl}/${slug}`;

export const hasChanges = ({ draft, live }: DeskSitePage) =>
  live !== undefined && live.version !== draft.version;

export function pageChip(page: DeskSitePage) {
  if (!page.live) return html`<span class="chip">Draft</span>`;
  const changes = hasChanges(page) && html` <span class="chip">Unpublished changes</span>`;
  return html`<span class="chip approved">Published</span>${changes}`;
}
