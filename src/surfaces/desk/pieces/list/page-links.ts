// Pagination of the desk's lists: the page number in a URL, and the links to other pages.

import { type Html, html } from '../../../../rendering/templates/html.ts';

/** Text that isn't a page number means the first page, and must not reach the database. */
export const pageNumber = (text: string) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

export function pageLinks(
  { page, pages }: { page: number; pages: number },
  urlOf: (page: number) => string,
): Html | null {
  if (pages <= 1) return null;
  return html`<nav class="inline-group page-links" aria-label="Pages">
${page > 1 && html`<a rel="prev" href="${urlOf(page - 1)}">Newer</a>`}
<span class="muted">Page ${page} of ${pages}</span>
${page < pages && html`<a rel="next" href="${urlOf(page + 1)}">Older</a>`}</nav>`;
}
