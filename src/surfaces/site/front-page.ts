// The front page: a lead, a second piece, two pieces of third rank, and the rest in compact lists.

import type { Context } from '../../operations/operation.ts';
import type { FrontPage, Introduction } from '../../operations/public-pages/front-page.ts';
import type { ListEntry } from '../../operations/public-pages/piece-lists.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import type { Author } from '../../schemas/authors.ts';
import { CATEGORY_NAMES } from '../../schemas/vocabulary.ts';
import { listCover } from './shared/covers.ts';
import { dayOf, ownPath, pathOf, side, tongue } from './shared/labels.ts';
import { byline, headlines, kicker, pager, tick } from './shared/piece-lists.ts';
import { profileHeader } from './shared/profile.ts';

export const front = ({ config, identity }: Context, page: FrontPage): Html =>
  html`<h1 class="visually-hidden">${identity.current.name}</h1>
${page.writer && profileHeader(page.writer, { baseUrl: config.baseUrl, policy: null, level: 2 })}
${
  page.introduction?.author
    ? html`<div class="introduction">${lead(page, page.introduction)}
${authorCard(page.introduction.author, config.baseUrl)}</div>`
    : lead(page, page.introduction)
}
${page.second && ranked(page.second, page)}
${lists(page)}
${page.byCategory.length > 0 && byCategory(page)}`;

function lead({ lead: item, writer }: FrontPage, introduction: Introduction | null): Html {
  const language = tongue(item.locale);
  const path = pathOf(item.url);
  const standfirst = introduction ? introduction.standfirst : item.summary;
  // The cover is below the words if an author's card takes the space next to them.
  const isBelow = Boolean(introduction?.author);
  return html`<article class="lead${item.image && !isBelow && ' with-cover'}"${side(item.locale)}>
${!isBelow && listCover(item, 'eager')}
${kicker(item.category)}
<h2${language}><a href="${path}">${item.title}</a></h2>
${standfirst && html`<p class="standfirst"${language}>${standfirst}</p>`}
${signature(item, writer)}
${isBelow && listCover(item, 'eager')}
${
  introduction?.opening &&
  html`<p class="opening"${language}>${introduction.opening}</p>
<p class="read-on"><a href="${path}" aria-label="Read on: ${item.title}">Read on</a></p>`
}
</article>`;
}

/** If a site has only one writer, pieces aren't signed with the name. */
const signature = (item: ListEntry, writer: Author | null) =>
  html`<p class="byline">${
    !writer && html`By ${byline(item)} <span class="separator">·</span> `
  }${dayOf(item.date_published)}</p>`;

/** Introduces the writer on the front page of a small site. */
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

const ranked = (second: ListEntry, { thirds, writer }: FrontPage): Html =>
  html`<div class="ranked">${rankedPiece(second, 'second', writer)}
${thirds.map((each) => rankedPiece(each, 'third', writer))}</div>`;

const rankedPiece = (
  item: ListEntry,
  rank: 'second' | 'third',
  writer: Author | null,
): Html => html`<article class="${rank}"${side(item.locale)}>
${listCover(item)}
${kicker(item.category)}
<h2${tongue(item.locale)}><a href="${pathOf(item.url)}">${item.title}</a></h2>
<p class="standfirst"${tongue(item.locale)}>${item.summary}</p>
${signature(item, writer)}
</article>`;

function lists({ rest, older, widelyRead, writer }: FrontPage): Html | null {
  if (rest.length + widelyRead.length === 0) return null;
  const both = rest.length > 0 && widelyRead.length > 0;
  return html`<div class="front-lists${both && ' both'}">
${
  rest.length > 0 &&
  html`<section class="newest" aria-labelledby="newest"><h2 class="section-heading" id="newest">More pieces</h2>
${headlines(rest, writer ? 'date' : 'both')}
${pager({ newer: null, older }, '/')}</section>`
}
${
  widelyRead.length > 0 &&
  html`<section aria-labelledby="read"><h2 class="section-heading" id="read">Widely read this week</h2>
${headlines(widelyRead, writer ? 'date' : 'author')}</section>`
}
</div>`;
}

const byCategory = ({ byCategory: categories, writer }: FrontPage): Html =>
  html`<section aria-labelledby="categories"><h2 class="section-heading" id="categories">By category</h2>
<div class="category-lists">${categories.map(
    ({ category, items }) => html`<section aria-labelledby="c-${category}">
<h3 class="kicker" id="c-${category}"><a href="/category/${category}">${CATEGORY_NAMES[category]}</a></h3>
${headlines(items, writer ? 'date' : 'author')}
</section>`,
  )}</div></section>`;
