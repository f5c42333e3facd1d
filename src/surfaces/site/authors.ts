// /author/{slug}: an author's profile and everything they have published.

import type { FastifyInstance } from 'fastify';
import { parameter } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { type AuthorPage, authorPage } from '../../operations/public-pages/page-lookup.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import type { Author } from '../../schemas/authors.ts';
import { authorAlternates } from './shared/alternates.ts';
import { count, pathOf } from './shared/labels.ts';
import { pageBoundOf } from './shared/pagination.ts';
import { contents, pager } from './shared/piece-lists.ts';
import { productList } from './shared/product-lists.ts';
import { profileHeader } from './shared/profile.ts';
import { servePage } from './shared/serve-page.ts';
import { jsonLd, properties } from './shared/structured-data.ts';

export function authors(scope: FastifyInstance, context: Context): void {
  const { baseUrl } = context.config;
  servePage(scope, context, '/author/:slug', async (request) => {
    const { name: siteName } = context.identity.current;
    const slug = parameter(request, 'slug');
    const bound = pageBoundOf(request);
    const page = await authorPage(context, slug, bound);
    const { author } = page;
    if (slug !== author.slug) return { movedTo: pathOf(author.urls.profile) };
    const description = author.bio ?? `Writing by ${author.name} on ${siteName}.`;
    return {
      title: author.name,
      description,
      aiUses: page.aiUses,
      ...(bound ? {} : { canonical: author.urls.profile }),
      head: html`${properties([
        ['og:type', 'profile'],
        ['og:site_name', siteName],
        ['og:title', author.name],
        ['og:description', description],
        ['og:url', author.urls.profile],
        ['og:image', author.avatar_url],
      ])}${authorAlternates(baseUrl, author)}${jsonLd(personFacts(author))}`,
      content: profile(page, baseUrl),
    };
  });
}

function profile(page: AuthorPage, baseUrl: string): Html {
  const { author, items, products, series } = page;
  return html`${profileHeader(author, { baseUrl, policy: page.policy, level: 1 })}
<section aria-labelledby="pieces"><h2 class="section-heading" id="pieces">Pieces</h2>
${items.length > 0 ? contents(items, { level: 3, wide: true, without: 'author' }) : NOTHING_YET}
${pager(page, `/author/${author.slug}`)}</section>
${series.length > 0 && seriesSection(series)}
${products.length > 0 && productSection(author, products, baseUrl)}`;
}

const seriesSection = (series: AuthorPage['series']): Html =>
  html`<section class="author-series" aria-labelledby="series"><h2 class="section-heading" id="series">Series</h2>
<ul class="headline-list">${series.map(
    ({ title, url, parts }) =>
      html`<li><h3 dir="auto"><a href="${pathOf(url)}">${title}</a></h3>
<p class="byline">${count(parts, 'part', 'parts')}</p></li>`,
  )}</ul></section>`;

const NOTHING_YET = html`<p class="standfirst">Nothing published yet.</p>`;

const productSection = (
  { name }: Author,
  products: AuthorPage['products'],
  baseUrl: string,
): Html =>
  html`<section class="related-items" aria-labelledby="products">
<h2 class="section-heading" id="products">Products by <bdi>${name}</bdi></h2>
${productList(products, { level: 3, baseUrl })}</section>`;

function personFacts({ name, urls, bio, role, avatar_url, website, socials }: Author) {
  const elsewhere = [website, ...Object.values(socials)].filter((url) => url !== null);
  return {
    '@type': 'Person',
    '@id': urls.profile,
    url: urls.profile,
    name,
    ...(bio && { description: bio }),
    ...(role && { jobTitle: role }),
    ...(avatar_url && { image: avatar_url }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
  };
}
