// /author/{slug}/series/{series}: a series, with its published parts in their writer's order.

import type { FastifyInstance } from 'fastify';
import { parameter } from '../../../http/resource.ts';
import type { Context } from '../../../operations/operation.ts';
import type { ListEntry } from '../../../operations/public-pages/piece-lists.ts';
import { type SeriesPage, seriesPage } from '../../../operations/public-pages/series-page.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { feedAlternates } from '../shared/alternates.ts';
import { count, dayOf, pathOf, side, tongue } from '../shared/labels.ts';
import { tick } from '../shared/piece-lists.ts';
import { servePage } from '../shared/serve-page.ts';
import { jsonLd, listCard } from '../shared/structured-data.ts';

export function series(scope: FastifyInstance, context: Context): void {
  servePage(scope, context, '/author/:slug/series/:series', async (request) => {
    const [author, slug] = [parameter(request, 'slug'), parameter(request, 'series')];
    const page = await seriesPage(context, author, slug);
    const path = pathOf(page.urls.page);
    // The URL contains a former slug of the series or of its author.
    if (`/author/${author}/series/${encodeURIComponent(slug)}` !== path) return { movedTo: path };
    const { title, urls } = page;
    const description = page.description ?? `A series by ${page.author.name}.`;
    return {
      title,
      description,
      canonical: urls.page,
      aiUses: page.aiUses,
      head: html`${listCard(context, title, description, urls.page)}
${feedAlternates(title, urls)}${jsonLd(seriesFacts(page))}`,
      content: content(page),
    };
  });
}

const content = ({ title, description, author, urls, parts }: SeriesPage): Html =>
  html`<header class="page-header of-series"${side(
    parts[0]?.locale ?? 'en',
  )}><p class="kicker">Series</p><h1 dir="auto">${title}</h1>
${description && html`<p class="standfirst" dir="auto">${description}</p>`}
<p class="byline"><span dir="ltr">By <a href="${pathOf(author.urls.profile)}"><bdi>${author.name}</bdi></a>${
    author.identity_verified && tick()
  } <span class="separator">·</span> ${count(parts.length, 'part', 'parts')}</span></p>
<p class="facts"><span dir="ltr">Follow: <a type="application/rss+xml" href="${pathOf(urls.rss)}">RSS</a>
<span class="separator">·</span> <a type="application/feed+json" href="${pathOf(urls.json)}">JSON
Feed</a></span></p></header>
<ol class="entry-list wide">${parts.map(entry)}</ol>`;

const entry = (part: ListEntry, at: number): Html => {
  const language = tongue(part.locale);
  return html`<li${side(part.locale)}><p class="part-number"><span dir="ltr">Part ${at + 1}</span></p>
<h2${language}><a href="${pathOf(part.url)}">${part.title}</a></h2>
<p class="standfirst"${language}>${part.summary}</p>
<p class="date"><span dir="ltr">${dayOf(part.date_published)}</span></p></li>`;
};

const seriesFacts = ({ title, description, author, urls, parts }: SeriesPage) => ({
  '@type': 'CreativeWorkSeries',
  '@id': urls.page,
  url: urls.page,
  name: title,
  ...(description && { description }),
  author: { '@type': 'Person', name: author.name, url: author.urls.profile },
  hasPart: parts.map((part, at) => ({
    '@type': 'Article',
    '@id': part.id,
    url: part.url,
    headline: part.title,
    datePublished: part.date_published,
    position: at + 1,
  })),
});
