// Builds every URL that the service hands out, from its base URL.

import { strictUri } from '../rendering/text/strict-uri.ts';

const urlsFor = (baseUrl: string) => ({
  author: (slug: string) => ({
    profile: `${baseUrl}/author/${slug}`,
    badge_svg: `${baseUrl}/embed/${slug}/badge.svg`,
    feed_json: `${baseUrl}/author/${slug}/feed.json`,
    feed_rss: `${baseUrl}/author/${slug}/feed.xml`,
  }),
  /** The script that turns elements into widgets on any site. */
  embedScript: `${baseUrl}/embed.js`,
  toolServer: `${baseUrl}/api/mcp`,
  /** The MCP server with a writer's own tools, which requires a token. */
  ownToolServer: `${baseUrl}/mcp`,
  /** The metadata of `/mcp` (RFC 9728) and of the OAuth server that issues its tokens (RFC 8414). */
  resourceMetadata: `${baseUrl}/.well-known/oauth-protected-resource/mcp`,
  authorizationServer: `${baseUrl}/oauth`,
  recordKeys: `${baseUrl}/.well-known/standfirst-record-keys.json`,
  siteFeeds: { json: `${baseUrl}/feed.json`, rss: `${baseUrl}/feed.xml` },
  category: (category: string) => ({
    page: `${baseUrl}/category/${category}`,
    json: `${baseUrl}/category/${category}/feed.json`,
    rss: `${baseUrl}/category/${category}/feed.xml`,
  }),
  tag(tag: string) {
    const page = `${baseUrl}/tag/${encodeURIComponent(tag)}`;
    return { page, json: `${page}/feed.json`, rss: `${page}/feed.xml` };
  },
  series(authorSlug: string, slug: string) {
    const page = `${baseUrl}/author/${authorSlug}/series/${encodeURIComponent(slug)}`;
    return { page, json: `${page}/feed.json`, rss: `${page}/feed.xml` };
  },
  /** Our own images are stored as a path, those of other sites as a full URL. */
  image: (path: string | null) => (path?.startsWith('/') ? baseUrl + path : uriOrNull(path)),
  pieceId: (id: string) => `${baseUrl}/pieces/${id}`,
  pieceRecord: (id: string) => `${baseUrl}/api/public/pieces/${id}`,
  edit: (id: string) => `${baseUrl}/desk/edit/pieces/${id}`,
  apiPiece: (id: string) => `${baseUrl}/api/v1/pieces/${id}`,
  preview: (token: string) => `${baseUrl}/preview/${token}`,
  product: (id: string) => `${baseUrl}/shop/${id}`,
  piecePage: (authorSlug: string, slug: string) =>
    `${baseUrl}/author/${authorSlug}/${encodeURIComponent(slug)}`,
  oembed: (page: string, format: 'json' | 'xml') =>
    `${baseUrl}/oembed?url=${encodeURIComponent(page)}&format=${format}`,
});

/** Another site's URL in strict URI form. */
export const uriOrNull = (url: string | null) => (url === null ? null : strictUri(url));

export type Urls = ReturnType<typeof urlsFor>;

const known = new Map<string, Urls>();

export function urlsOf(baseUrl: string): Urls {
  const urls = known.get(baseUrl) ?? urlsFor(baseUrl);
  known.set(baseUrl, urls);
  return urls;
}

export const markdownUrl = (page: string) => `${page}.md`;

/** Makes relative URLs absolute. With `others` on the same page, fragments get the URL of the piece's own page. */
export const absoluteHtml = (html: string, page: string, beside: 'alone' | 'others' = 'alone') =>
  html.replace(/<(?:a|img)\b[^>]*>/g, (tag) =>
    tag.replace(
      / (href|src)="([^"]*)"/g,
      (_, name: string, url: string) => ` ${name}="${absolute(url, page, beside)}"`,
    ),
  );

// HTML escapes only `&` in these URLs, and resolving a URL leaves `&` unchanged.
function absolute(url: string, page: string, beside: 'alone' | 'others'): string {
  const stays = beside === 'alone' ? /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i : /^[a-z][a-z0-9+.-]*:/i;
  return stays.test(url) ? url : (URL.parse(url, page)?.href ?? url);
}
