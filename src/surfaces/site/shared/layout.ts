// The frame of every public page: what stands in its head, the masthead, and the foot.

import type { Config } from '../../../config.ts';
import { assetUrl, MARK_ICON } from '../../../http/pages/assets.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { CATEGORIES, CATEGORY_NAMES, type Category } from '../../../schemas/vocabulary.ts';
import { dateLine } from './labels.ts';

export interface Page {
  title: string;
  /** What a search engine or a friend is told the page is about. */
  description?: string;
  /** The address by which the page wants to be known; none for what is not to be found. */
  canonical?: string;
  /** What else stands in the head. */
  head?: Html;
  /** Which word of the navigation the page belongs to. */
  here?: Category | 'shop' | 'search';
  /** The home page alone has the large masthead, with the day on it. */
  today?: Date;
  content: Html;
}

export function sitePage({ siteName }: Config, page: Page): Html {
  const { title, description, canonical, head, here, today, content } = page;
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === siteName ? siteName : `${title} · ${siteName}`}</title>
${description && html`<meta name="description" content="${description}">`}
${canonical && html`<link rel="canonical" href="${canonical}">`}
<link rel="preload" as="font" type="font/woff2" crossorigin href="${assetUrl('newsreader-latin-wght-normal.woff2')}">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${assetUrl('newsreader-latin-400-italic.woff2')}">
<link rel="stylesheet" href="${assetUrl('site.css')}">
<link rel="icon" type="image/svg+xml" href="${MARK_ICON}">
${head}
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
<header class="masthead${today ? ' large' : ''}">
${today && html`<p class="dateline">${dateLine(today)}</p>`}
<p class="nameplate"><a href="/">${siteName}</a></p>
<nav aria-label="Site">
<ul class="category-links">${CATEGORIES.map((each) => html`<li>${link(CATEGORY_NAMES[each], `/category/${each}`, each === here)}</li>`)}</ul>
<ul class="site-links"><li>${link('Shop', '/shop', here === 'shop')}</li><li>${link('Search', '/search', here === 'search')}</li></ul>
</nav>
</header>
<main id="content">
${content}
</main>
<footer class="site-footer">
<p><span class="mark" aria-hidden="true"></span>${siteName}</p>
<p><a type="application/rss+xml" href="/feed.xml">RSS</a> <span class="separator">·</span> <a href="/developers">Developers</a> <span class="separator">·</span> <a href="/desk">Desk</a></p>
</footer>
</body>
</html>`;
}

const link = (word: string, path: string, isHere: boolean) =>
  html`<a href="${path}"${isHere && html` aria-current="page"`}>${word}</a>`;
