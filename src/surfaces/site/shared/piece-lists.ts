// Lists of pieces, set like a table of contents.

import type { ListEntry, PieceListPage } from '../../../operations/public-pages/piece-lists.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { CATEGORIES, CATEGORY_NAMES } from '../../../schemas/vocabulary.ts';
import { listCover, withCovers } from './covers.ts';
import { dayOf, pathOf, side, tongue } from './labels.ts';

interface Shown {
  /** Heading level of the headlines: one below the heading above the list. */
  level?: 2 | 3;
  /** True if wide screens show the date in a separate column. */
  wide?: boolean;
  /** Field left out of every item, because all items have the same one. */
  without?: 'author' | 'category';
}

export const contents = (items: ListEntry[], shown: Shown = {}): Html =>
  html`<ol class="entry-list${shown.wide && ' wide'}${withCovers(items)}">${items.map((item) =>
    entry(item, shown),
  )}</ol>`;

export function entry(item: ListEntry, { level = 2, wide = false, without }: Shown): Html {
  const language = tongue(item.locale);
  const title = html`<a href="${pathOf(item.url)}">${item.title}</a>`;
  return html`<li>
${without !== 'category' && kicker(item.category)}
${level === 2 ? html`<h2${language}>${title}</h2>` : html`<h3${language}>${title}</h3>`}
<p class="standfirst"${language}>${item.summary}</p>
${signature(item, wide, without)}
${listCover(item)}
</li>`;
}

function signature(item: ListEntry, wide: boolean, without: Shown['without']): Html {
  const date = dayOf(item.date_published);
  if (without === 'author') return html`<p class="date">${date}</p>`;
  if (wide) return html`<p class="byline">${byline(item)}</p><p class="date">${date}</p>`;
  return html`<p class="byline">${byline(item)} <span class="separator">·</span> ${date}</p>`;
}

/** Headlines with author or date, for narrow columns. */
export const headlines = (items: ListEntry[], said: 'author' | 'date' | 'both'): Html =>
  html`<ul class="headline-list">${items.map(
    (item) =>
      html`<li${side(item.locale)}><h3${tongue(item.locale)}><a href="${pathOf(item.url)}">${item.title}</a></h3>
<p class="byline">${said !== 'date' && byline(item)}${
        said === 'both' && html` <span class="separator">·</span> `
      }${said !== 'author' && dayOf(item.date_published)}</p></li>`,
  )}</ul>`;

export function kicker(category: string | null): Html | null {
  const known = CATEGORIES.find((each) => each === category);
  if (!known) return null;
  return html`<p class="kicker"><a href="/category/${known}">${CATEGORY_NAMES[known]}</a></p>`;
}

export const byline = ({ authors }: Pick<ListEntry, 'authors'>): Html =>
  html`${authors.map(
    ({ name, url, identity_verified }) =>
      html`<a href="${pathOf(url)}"><bdi>${name}</bdi></a>${identity_verified && tick()}`,
  )}`;

/** Tick next to the name of an author whose identity was verified, and only there. */
export const tick = (): Html =>
  html` <svg class="tick" viewBox="0 0 16 16" role="img" aria-label="Verified" width="13" height="13">
<title>Identity verified</title><circle cx="8" cy="8" r="8"/><path d="m4.5 8.3 2.4 2.4 4.6-5"/></svg>`;

export function pager(
  { newer, older }: Pick<PieceListPage, 'newer' | 'older'>,
  path: string,
): Html | null {
  if (newer === null && older === null) return null;
  return html`<nav class="pagination" aria-label="Pages">
${newer !== null && html`<a rel="prev" href="${path}?after=${newer}">← Newer</a>`}
${older !== null && html`<a rel="next" class="next-page" href="${path}?before=${older}">Older →</a>`}
</nav>`;
}
