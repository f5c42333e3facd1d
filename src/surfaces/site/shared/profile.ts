// The author's profile: on their own page, and on the front page of a site with one writer.

import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Author } from '../../../schemas/authors.ts';
import { NETWORK_NAMES, SOCIAL_NETWORKS } from '../../../schemas/vocabulary.ts';
import { count, dayOf, ownPath, pathOf } from './labels.ts';
import { tick } from './piece-lists.ts';

interface Shown {
  baseUrl: string;
  /** Author's policy on machine writing, or null. */
  policy: string | null;
  /** Heading level of the name; at level 2, the name links to the author's page. */
  level: 1 | 2;
}

export function profileHeader(author: Author, { baseUrl, policy, level }: Shown): Html {
  const standfirst = [author.role, author.niche].filter(Boolean).join('. ');
  return html`<header class="profile">
${author.avatar_url && avatar(ownPath(author.avatar_url, baseUrl))}
<div>
${level === 1 ? html`<h1>${nameOf(author)}</h1>` : html`<h2>${linkedName(author)}</h2>`}
${standfirst && html`<p class="standfirst"><bdi>${standfirst}</bdi></p>`}
${author.bio?.split(/\n+/).map((paragraph) => html`<p class="bio" dir="auto">${paragraph}</p>`)}
${policy && policyNote(policy)}
${facts(author)}
${profileLinks(author)}
${feedLinks(author)}
</div>
</header>`;
}

const nameOf = ({ name, identity_verified }: Author) =>
  html`<bdi>${name}</bdi>${identity_verified && tick()}`;

const linkedName = ({ name, identity_verified, urls }: Author) =>
  html`<a href="${pathOf(urls.profile)}"><bdi>${name}</bdi></a>${identity_verified && tick()}`;

const policyNote = (policy: string) =>
  html`<p class="writing-policy"><strong>How I use AI:</strong> <span dir="auto">${policy}</span></p>`;

const avatar = (url: string) =>
  html`<img class="avatar" src="${url}" alt="" width="112" height="112">`;

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

/** With `rel=me`, the website and social profiles can prove the author's identity by linking back. */
function profileLinks({ website, website_verified, socials }: Author): Html | null {
  const networks = SOCIAL_NETWORKS.flatMap((network) => {
    const url = socials[network];
    return url === null ? [] : [profileLink(url, NETWORK_NAMES[network])];
  });
  const site = website && profileLink(website, hostOf(website), website_verified);
  if (!site && networks.length === 0) return null;
  return html`<ul class="profile-links">${site}${networks}</ul>`;
}

const feedLinks = ({ urls }: Author): Html =>
  html`<p class="facts">Follow: <a type="application/rss+xml" href="${pathOf(urls.feed_rss)}">RSS</a>
<span class="separator">·</span> <a type="application/feed+json" href="${pathOf(urls.feed_json)}">JSON Feed</a>
<span class="separator">·</span> <a type="image/svg+xml" href="${pathOf(urls.badge_svg)}">Badge</a></p>`;

const profileLink = (url: string, label: string, isVerified = false) =>
  html`<li><a rel="me noopener" href="${url}">${label}</a>${isVerified && VERIFIED}</li>`;

const VERIFIED = html` <span class="verified">verified</span>`;

const hostOf = (url: string) => URL.parse(url)?.host.replace(/^www\./, '') ?? url;
