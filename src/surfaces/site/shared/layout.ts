// The layout of every public page: head, masthead and footer.

import type { Config } from '../../../config.ts';
import { accentLink } from '../../../http/pages/accent-link.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import { iconLinks } from '../../../http/pages/site-icon.ts';
import { type Identity, identityOf } from '../../../operations/identity/identity.ts';
import type { FooterPage } from '../../../operations/public-pages/site-pages.ts';
import { type Html, html, settled, trusted } from '../../../rendering/templates/html.ts';
import { type AiUses, hasAiUses } from '../../../schemas/ai-uses.ts';
import type { SiteLink } from '../../../schemas/identity/identity.ts';
import { imageAt } from '../../../schemas/images/image-urls.ts';
import { CATEGORY_NAMES, type Category } from '../../../schemas/vocabulary.ts';
import { dateLine, tongue } from './labels.ts';

export interface Page {
  title: string;
  /** For search engines and link previews. */
  description?: string;
  /** The canonical URL; none where the page should not be indexed. */
  canonical?: string;
  /** More elements for the head. */
  head?: Html;
  /** The current item of the navigation. */
  here?: Category | 'shop' | 'search';
  /** Only the home page has the large masthead, with the date. */
  today?: Date;
  /** Whether it has cards of which something can be played. */
  hasPlayers?: boolean;
  /** What AI readers may use it for, where it is one writer's. */
  aiUses?: AiUses;
  /** When the piece that it shows was last changed. */
  modifiedAt?: string;
  content: Html;
  /** What stands where the content has LONG_TEXT, once: it is put in last, and not hashed. */
  longText?: LongText;
}

export interface LongText {
  html: string;
  /** Changes whenever it does. */
  etag: string;
}

/** In no page, whatever is in its texts: see escape.ts. */
export const LONG_TEXT = trusted('\0');

/** What every page leads to. */
export interface SiteLinks {
  /** Those that the navigation names. */
  categories: readonly Category[];
  /** Those that the footer names. */
  footer: readonly FooterPage[];
}

export function sitePage(config: Config, { categories, footer }: SiteLinks, page: Page): Html {
  const { title, description, canonical, head, here, today, content } = page;
  const { aiUses = config.aiUses } = page;
  const identity = identityOf(config);
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

/** To what every site has. */
const OWN_LINKS =
  settled(html`<p><a type="application/rss+xml" href="/feed.xml">RSS</a> <span class="separator">·</span>
<a href="/developers">Developers</a> <span class="separator">·</span> <a href="/desk">Desk</a></p>`);

/** The pages of the site, and what an admin has added. */
const footerLinks = (pages: readonly FooterPage[], links: readonly SiteLink[]) =>
  html`<nav aria-label="About this site"><ul class="footer-links">${pages.map(
    ({ slug, title, locale }) => html`<li><a href="/${slug}"${tongue(locale)}>${title}</a></li>`,
  )}${links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}</ul></nav>
`;

/** The menu is folded where there is little room; elsewhere the style sheet shows what is in it. */
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

/** What AI readers may do, as a licence for programs. */
const LICENSE_LINK = html`<link rel="license" type="application/rsl+xml" href="/license.xml">\n`;

/** What every page loads. */
const ASSET_LINKS = settled(html`${PRELOADED_FONTS.map(preload)}
<link rel="stylesheet" href="${assetUrl('site.css')}">`);

const link = (label: string, path: string, isHere: boolean) =>
  html`<li><a href="${path}"${isHere && CURRENT}>${label}</a></li>`;
