// The layout of every public page: head, masthead and footer.

import { accentLink } from '../../../http/pages/accent-link.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import { iconLinks } from '../../../http/pages/site-icon.ts';
import type { Identity } from '../../../operations/identity/identity.ts';
import type { Context } from '../../../operations/operation.ts';
import type { FooterPage } from '../../../operations/public-pages/site-pages.ts';
import { type Html, html, settled, trusted } from '../../../rendering/templates/html.ts';
import { type AiUses, hasAiUses } from '../../../schemas/ai-uses.ts';
import type { SiteLink } from '../../../schemas/identity/identity.ts';
import { imageAt } from '../../../schemas/images/image-urls.ts';
import { CATEGORY_NAMES, type Category } from '../../../schemas/vocabulary.ts';
import { dateLine, tongue } from './labels.ts';

export interface Page {
  title: string;
  description?: string;
  /** Canonical URL; not set if the page should not be indexed. */
  canonical?: string;
  head?: Html;
  here?: Category | 'shop' | 'search';
  /** Current time, set only on the home page, whose large masthead shows the date. */
  today?: Date;
  /** True if the page has cards that can play something. */
  hasPlayers?: boolean;
  /** AI uses that the writer permits, if the page belongs to one writer. */
  aiUses?: AiUses;
  modifiedAt?: string;
  content: Html;
  /** Text that replaces LONG_TEXT: it is inserted last, and not hashed. */
  longText?: LongText;
}

export interface LongText {
  html: string;
  /** ETag that changes whenever the HTML does. */
  etag: string;
}

/** Character that can't occur in the text of a page; see escape.ts. */
export const LONG_TEXT = trusted('\0');

export interface SiteLinks {
  categories: readonly Category[];
  footer: readonly FooterPage[];
}

export function sitePage(context: Context, { categories, footer }: SiteLinks, page: Page): Html {
  const { title, description, canonical, head, here, today, content } = page;
  const { aiUses = context.config.aiUses } = page;
  const identity = context.identity.current;
  const { name: siteName, tagline } = identity;
  const hasFooterLinks = footer.length + identity.footerLinks.length > 0;
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === siteName ? siteName : `${title} · ${siteName}`}</title>
${description && html`<meta name="description" content="${description}">`}
${canonical && html`<link rel="canonical" href="${canonical}">`}
${hasAiUses(aiUses) && LICENSE_LINK}${ASSET_LINKS}
${iconLinks(identity)}
${accentLink(identity)}${head}
</head>
<body>
<a class="skip-link" href="#content">Skip to content</a>
<header class="masthead${today ? ' large' : ''}">
${today && html`<p class="dateline">${dateLine(today)}</p>`}
<p class="nameplate"><a href="/">${nameplate(identity)}</a></p>
${today && html`<p class="tagline">${tagline}</p>`}
${navigation(identity, categories, here)}
</header>
<main id="content">
${content}
</main>
<footer class="site-footer">
<p><span class="mark" aria-hidden="true"></span>${siteName}</p>
${hasFooterLinks && footerLinks(footer, identity.footerLinks)}${OWN_LINKS}
</footer>
</body>
</html>`;
}

const nameplate = ({ name, logo }: Identity) => {
  const size = logo === null ? null : imageAt(logo);
  if (!size) return name;
  return html`<img class="logo" src="${logo}" alt="${name}" width="${size.width}" height="${size.height}">`;
};

const OWN_LINKS =
  settled(html`<p><a type="application/rss+xml" href="/feed.xml">RSS</a> <span class="separator">·</span>
<a href="/developers">Developers</a> <span class="separator">·</span> <a href="/desk">Desk</a></p>`);

const footerLinks = (pages: readonly FooterPage[], links: readonly SiteLink[]) =>
  html`<nav aria-label="About this site"><ul class="footer-links">${pages.map(
    ({ slug, title, locale }) => html`<li><a href="/${slug}"${tongue(locale)}>${title}</a></li>`,
  )}${links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}</ul></nav>
`;

/** The menu is folded on narrow screens; on others, the style sheet shows its items. */
const navigation = (
  { headerLinks }: Identity,
  categories: readonly Category[],
  here: Page['here'],
) =>
  html`<nav aria-label="Site">
<details class="menu"><summary>Menu</summary>
<div class="menu-items">${categories.length > 0 && categoryLinks(categories, here)}
<ul class="site-links">${link('Shop', '/shop', here === 'shop')}${headerLinks.map(
    ({ label, url }) => link(label, url, false),
  )}</ul></div></details>
<a class="search-link" href="/search"${here === 'search' && CURRENT}>Search</a>
</nav>`;

const categoryLinks = (categories: readonly Category[], here: Page['here']) =>
  html`<ul class="category-links">${categories.map((each) =>
    link(CATEGORY_NAMES[each], `/category/${each}`, each === here),
  )}</ul>`;

const CURRENT = html` aria-current="page"`;

const PRELOADED_FONTS = ['newsreader-latin-wght-normal.woff2', 'newsreader-latin-400-italic.woff2'];

const preload = (font: string) =>
  html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${assetUrl(font)}">\n`;

const LICENSE_LINK = html`<link rel="license" type="application/rsl+xml" href="/license.xml">\n`;

const ASSET_LINKS = settled(html`${PRELOADED_FONTS.map(preload)}
<link rel="stylesheet" href="${assetUrl('site.css')}">`);

const link = (label: string, path: string, isHere: boolean) =>
  html`<li><a href="${path}"${isHere && CURRENT}>${label}</a></li>`;
