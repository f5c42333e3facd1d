// Every URL that the service gives out, from its base URL.

import { strictUri } from '../rendering/text/strict-uri.ts';

const urlsFor = (baseUrl: string) => ({
  author: (slug: string) => ({
    profile: `${baseUrl}/author/${slug}`,
    badge_svg: `${baseUrl}/embed/${slug}/badge.svg`,
    feed_json: `${baseUrl}/author/${slug}/feed.json`,
    feed_rss: `${baseUrl}/author/${slug}/feed.xml`,
  }),
  /** Script that turns elements into widgets, on any site. */
  embedScript: `${baseUrl}/embed.js`,
  /** MCP server for everyone. */
  toolServer: `${baseUrl}/api/mcp`,
  /** MCP server of a writer's own tools, behind a token. */
  ownToolServer: `${baseUrl}/mcp`,
  /** Metadata of that server (RFC 9728), and its authorization server, which gives tokens (RFC 8414). */
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
  /** Our own images are stored without the base URL, others with theirs. */
  image: (path: string | null) => (path?.startsWith('/') ? baseUrl + path : uriOrNull(path)),
  pieceId: (id: string) => `${baseUrl}/pieces/${id}`,
  pieceRecord: (id: string) => `${baseUrl}/api/public/pieces/${id}`,
  edit: (id: string) => `${baseUrl}/desk/edit/pieces/${id}`,
  /** A draft, for the program that sent it. */
  apiPiece: (id: string) => `${baseUrl}/api/v1/pieces/${id}`,
  /** An unpublished piece, for everyone who knows the token. */
  preview: (token: string) => `${baseUrl}/preview/${token}`,
  product: (id: string) => `${baseUrl}/shop/${id}`,
  piecePage: (authorSlug: string, slug: string) =>
    `${baseUrl}/author/${authorSlug}/${encodeURIComponent(slug)}`,
  oembed: (page: string, format: 'json' | 'xml') =>
    `${baseUrl}/oembed?url=${encodeURIComponent(page)}&format=${format}`,
});

/** A foreign URL as it was given, in the form of a URI. */
export const uriOrNull = (url: string | null) => (url === null ? null : strictUri(url));

export type Urls = ReturnType<typeof urlsFor>;

const known = new Map<string, Urls>();

export function urlsOf(baseUrl: string): Urls {
  const urls = known.get(baseUrl) ?? urlsFor(baseUrl);
  known.set(baseUrl, urls);
  return urls;
}

export const markdownUrl = (page: string) => `${page}.md`;

/** Makes the relative URLs in a piece's HTML absolute. Beside `others`, fragments lead to the piece's page. */
export const absoluteHtml = (html: string, page: string, beside: 'alone' | 'others' = 'alone') =>
  html.replace(/<(?:a|img)\b[^>]*>/g, (tag) =>
    tag.replace(
      / (href|src)="([^"]*)"/g,
      (_, name: string, url: string) => ` ${name}="${absolute(url, page, beside)}"`,
    ),
  );

// `&` is the only escaped character in these URLs, and resolving leaves it alone.
function absolute(url: string, page: string, beside: 'alone' | 'others'): string {
  const stays = beside === 'alone' ? /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i : /^[a-z][a-z0-9+.-]*:/i;
  return stays.test(url) ? url : (URL.parse(url, page)?.href ?? url);
}
