// /author/{slug}: an author's profile and everything they have published.

import type { FastifyInstance } from 'fastify';
import { parameter } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { type AuthorPage, authorPage } from '../../operations/public-pages/page-lookup.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import type { Author } from '../../schemas/authors.ts';
import { NETWORK_NAMES, SOCIAL_NETWORKS } from '../../schemas/vocabulary.ts';
import { authorAlternates } from './shared/alternates.ts';
import { count, dayOf, ownPath, pathOf } from './shared/labels.ts';
import { pageBoundOf } from './shared/pagination.ts';
import { contents, pager, tick } from './shared/piece-lists.ts';
import { productList } from './shared/product-lists.ts';
import { servePage } from './shared/serve-page.ts';
import { jsonLd, properties } from './shared/structured-data.ts';

export function authors(scope: FastifyInstance, context: Context): void {
  const { siteName, baseUrl } = context.config;
  servePage(scope, context, '/author/:slug', async (request) => {
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
  const { author, items, products } = page;
  const standfirst = [author.role, author.niche].filter(Boolean).join('. ');
  return html`<header class="profile">
${author.avatar_url && avatar(ownPath(author.avatar_url, baseUrl))}
<div>
<h1><bdi>${author.name}</bdi>${author.identity_verified && tick()}</h1>
${standfirst && html`<p class="standfirst"><bdi>${standfirst}</bdi></p>`}
${author.bio?.split(/\n+/).map((paragraph) => html`<p class="bio" dir="auto">${paragraph}</p>`)}
${page.policy && policyNote(page.policy)}
${facts(author)}
${profileLinks(author)}
${feedLinks(author)}
</div>
</header>
<section aria-labelledby="pieces"><h2 class="section-heading" id="pieces">Pieces</h2>
${items.length > 0 ? contents(items, { level: 3, wide: true, without: 'author' }) : NOTHING_YET}
${pager(page, `/author/${author.slug}`)}</section>
${products.length > 0 && productSection(author, products, baseUrl)}`;
}

/** In the author's words. */
const policyNote = (policy: string) =>
  html`<p class="writing-policy"><strong>How I use machines</strong> <span dir="auto">${policy}</span></p>`;

const NOTHING_YET = html`<p class="standfirst">Nothing published yet.</p>`;

const avatar = (url: string) =>
  html`<img class="avatar" src="${url}" alt="" width="112" height="112">`;

const productSection = (
  { name }: Author,
  products: AuthorPage['products'],
  baseUrl: string,
): Html =>
  html`<section class="related-items" aria-labelledby="products">
<h2 class="section-heading" id="products">Products by <bdi>${name}</bdi></h2>
${productList(products, { level: 3, baseUrl })}</section>`;

const SEPARATOR = html` <span class="separator">·</span> `;

function facts({ stats, location, joined_at, identity_verified }: Author): Html {
  const known = [
    identity_verified && html`<span class="verified">Identity verified</span>`,
    location && html`<bdi>${location}</bdi>`,
    count(stats.pieces_count, 'piece', 'pieces'),
    joined_at && html`joined ${dayOf(joined_at)}`,
  ].filter((fact) => fact !== null && fact !== false && fact !== '');
  return html`<p class="facts">${known.map((fact, at) => html`${at > 0 && SEPARATOR}${fact}`)}</p>`;
}

/** The author's website and social profiles. `rel=me` lets them link back as proof. */
function profileLinks({ website, website_verified, socials }: Author): Html | null {
  const networks = SOCIAL_NETWORKS.flatMap((network) => {
    const url = socials[network];
    return url === null ? [] : [profileLink(url, NETWORK_NAMES[network])];
  });
  const site = website && profileLink(website, hostOf(website), website_verified);
  if (!site && networks.length === 0) return null;
  return html`<ul class="profile-links">${site}${networks}</ul>`;
}

/** For feed readers. */
const feedLinks = ({ urls }: Author): Html =>
  html`<p class="facts">Follow: <a type="application/rss+xml" href="${pathOf(urls.feed_rss)}">RSS</a>
<span class="separator">·</span> <a type="application/feed+json" href="${pathOf(urls.feed_json)}">JSON Feed</a>
<span class="separator">·</span> <a type="image/svg+xml" href="${pathOf(urls.badge_svg)}">Badge</a></p>`;

const profileLink = (url: string, label: string, isVerified = false) =>
  html`<li><a rel="me noopener" href="${url}">${label}</a>${isVerified && VERIFIED}</li>`;

const VERIFIED = html` <span class="verified">verified</span>`;

const hostOf = (url: string) => URL.parse(url)?.host.replace(/^www\./, '') ?? url;

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
