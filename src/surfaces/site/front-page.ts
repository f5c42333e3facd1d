// The front page: a lead, a second piece, two thirds, and the rest in compact lists.

import type { Config } from '../../config.ts';
import type { FrontPage, Introduction } from '../../operations/public-pages/front-page.ts';
import type { CategoryList, ListEntry } from '../../operations/public-pages/piece-lists.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import type { Author } from '../../schemas/authors.ts';
import { CATEGORY_NAMES } from '../../schemas/vocabulary.ts';
import { dayOf, ownPath, pathOf, side, tongue } from './shared/labels.ts';
import { byline, headlines, kicker, pager, tick } from './shared/piece-lists.ts';

export const front = ({ siteName, baseUrl }: Config, page: FrontPage): Html =>
  html`<h1 class="visually-hidden">${siteName}</h1>
${
  page.introduction
    ? html`<div class="introduction">${lead(page.lead, page.introduction)}
${page.introduction.author && authorCard(page.introduction.author, baseUrl)}</div>`
    : lead(page.lead, null)
}
${page.second && ranked(page.second, page.thirds)}
${lists(page)}
${page.byCategory.length > 0 && byCategory(page.byCategory)}`;

function lead(item: ListEntry, introduction: Introduction | null): Html {
  const language = tongue(item.locale);
  const path = pathOf(item.url);
  const standfirst = introduction ? introduction.standfirst : item.summary;
  return html`<article class="lead"${side(item.locale)}>
${kicker(item.category)}
<h2${language}><a href="${path}">${item.title}</a></h2>
${standfirst && html`<p class="standfirst"${language}>${standfirst}</p>`}
${signature(item)}
${
  introduction?.opening &&
  html`<p class="opening"${language}>${introduction.opening}</p>
<p class="read-on"><a href="${path}" aria-label="Read on: ${item.title}">Read on</a></p>`
}
</article>`;
}

const signature = (item: ListEntry) =>
  html`<p class="byline">By ${byline(item)} <span class="separator">·</span> ${dayOf(item.date_published)}</p>`;

/** Who writes here, where the site is too small to speak for itself. */
function authorCard({ name, role, niche, bio, avatar_url, urls, ...author }: Author, base: string) {
  const about = [role, niche].filter(Boolean).join('. ');
  const profile = pathOf(urls.profile);
  return html`<aside class="author-card" aria-label="The writer">
${avatar_url && html`<img class="avatar" src="${ownPath(avatar_url, base)}" alt="" width="72" height="72">`}
<h2><a href="${profile}"><bdi>${name}</bdi></a>${author.identity_verified && tick()}</h2>
${about && html`<p class="standfirst"><bdi>${about}</bdi></p>`}
${bio && html`<p class="bio" dir="auto">${bio}</p>`}
<p class="facts">Follow by <a type="application/rss+xml" href="${pathOf(urls.feed_rss)}">RSS</a></p>
</aside>`;
}

const ranked = (second: ListEntry, thirds: ListEntry[]): Html =>
  html`<div class="ranked">${rankedPiece(second, 'second')}
${thirds.map((each) => rankedPiece(each, 'third'))}</div>`;

const rankedPiece = (
  item: ListEntry,
  rank: 'second' | 'third',
): Html => html`<article class="${rank}"${side(item.locale)}>
${kicker(item.category)}
<h2${tongue(item.locale)}><a href="${pathOf(item.url)}">${item.title}</a></h2>
<p class="standfirst"${tongue(item.locale)}>${item.summary}</p>
${signature(item)}
</article>`;

function lists({ rest, older, widelyRead }: FrontPage): Html | null {
  if (rest.length + widelyRead.length === 0) return null;
  const both = rest.length > 0 && widelyRead.length > 0;
  return html`<div class="front-lists${both && ' both'}">
${
  rest.length > 0 &&
  html`<section class="newest" aria-labelledby="newest"><h2 class="section-heading" id="newest">More pieces</h2>
${headlines(rest, 'dated')}
${pager({ newer: null, older }, '/')}</section>`
}
${
  widelyRead.length > 0 &&
  html`<section aria-labelledby="read"><h2 class="section-heading" id="read">Widely read this week</h2>
${headlines(widelyRead)}</section>`
}
</div>`;
}

const byCategory = (categories: CategoryList[]): Html =>
  html`<section aria-labelledby="categories"><h2 class="section-heading" id="categories">By category</h2>
<div class="category-lists">${categories.map(
    ({ category, items }) => html`<section aria-labelledby="c-${category}">
<h3 class="kicker" id="c-${category}"><a href="/category/${category}">${CATEGORY_NAMES[category]}</a></h3>
${headlines(items)}
</section>`,
  )}</div></section>`;
