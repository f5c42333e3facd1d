// /: the lead, what is trending, the newest pieces, and a few of every category.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/operation.ts';
import {
  categoryLists,
  type ListEntry,
  newestPage,
} from '../../operations/public-pages/piece-lists.ts';
import { trendingList } from '../../operations/public-pages/trending-list.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { PIECE_LISTS } from '../../schemas/limits.ts';
import { CATEGORY_NAMES } from '../../schemas/vocabulary.ts';
import { siteAlternates } from './shared/alternates.ts';
import { dayOf, pathOf, tongue } from './shared/labels.ts';
import { pageBoundOf } from './shared/pagination.ts';
import { byline, contents, headlines, kicker, pager } from './shared/piece-lists.ts';
import { servePage } from './shared/serve-page.ts';
import { listCard } from './shared/structured-data.ts';

const NEWEST = 9;

export function home(scope: FastifyInstance, context: Context): void {
  const { siteName, baseUrl } = context.config;
  servePage(scope, context, '/', async (request) => {
    const bound = pageBoundOf(request);
    const page = {
      title: siteName,
      description: `The newest writing on ${siteName}.`,
      today: context.now(),
      head: siteAlternates(baseUrl, siteName),
    };
    if (bound) {
      const list = await newestPage(context, bound);
      return {
        ...page,
        title: 'All pieces, newest first',
        content: html`<h1 class="section-heading">All pieces, newest first</h1>
${contents(list.items, { wide: true })}
${pager(list, '/')}`,
      };
    }
    const {
      items: [first, ...rest],
      older,
    } = await newestPage(context, null, NEWEST);
    return {
      ...page,
      canonical: `${baseUrl}/`,
      head: html`${listCard(siteName, siteName, page.description, `${baseUrl}/`)}${page.head}`,
      content: first ? await front(context, first, rest, older) : nothingYet(siteName),
    };
  });
}

async function front(
  context: Context,
  first: ListEntry,
  rest: ListEntry[],
  older: number | null,
): Promise<Html> {
  const [lists, trending] = await Promise.all([
    categoryLists(context),
    trendingList(context, PIECE_LISTS.trending),
  ]);
  return html`<h1 class="visually-hidden">${context.config.siteName}</h1>
<div class="front-page${trending.length > 0 ? ' with-trending' : ''}">
${lead(first)}
${trending.length > 0 && trendingSection(trending)}
</div>
${
  rest.length > 0 &&
  html`<section class="newest" aria-labelledby="newest"><h2 class="section-heading" id="newest">Newest</h2>
${contents(rest, { level: 3 })}
${pager({ newer: null, older }, '/')}</section>`
}
<section aria-labelledby="categories"><h2 class="section-heading" id="categories">By category</h2>
<div class="category-lists">${lists.map(
    ({ category, items }) => html`<section aria-labelledby="c-${category}">
<h3 class="kicker" id="c-${category}"><a href="/category/${category}">${CATEGORY_NAMES[category]}</a></h3>
${headlines(items)}
</section>`,
  )}</div></section>`;
}

const trendingSection = (trending: ListEntry[]) =>
  html`<section class="trending" aria-labelledby="trending">
<h2 class="section-heading" id="trending">Most read this week</h2>
${headlines(trending, 'ranked')}</section>`;

const lead = (item: ListEntry) => html`<article class="lead">
${kicker(item.category)}
<h2${tongue(item.locale)}><a href="${pathOf(item.url)}">${item.title}</a></h2>
<p class="standfirst"${tongue(item.locale)}>${item.summary}</p>
<p class="byline">By ${byline(item)} <span class="separator">·</span> ${dayOf(item.date_published)}</p>
</article>`;

const nothingYet = (siteName: string) => html`<div class="message">
<h1>${siteName}</h1>
<p class="standfirst">Nothing has been published yet. Writers start at <a href="/desk">the desk</a>.</p>
</div>`;
