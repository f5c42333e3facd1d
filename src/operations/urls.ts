// Every url that the service gives out, from its base URL.

import { strictUri } from '../rendering/text/strict-uri.ts';

const urlsFor = (baseUrl: string) => ({
  author: (slug: string) => ({
    profile: `${baseUrl}/author/${slug}`,
    badge_svg: `${baseUrl}/embed/${slug}/badge.svg`,
    feed_json: `${baseUrl}/author/${slug}/feed.json`,
    feed_rss: `${baseUrl}/author/${slug}/feed.xml`,
  }),
  /** What makes widgets of elements, on any site. */
  embedScript: `${baseUrl}/embed.js`,
  /** Where AI clients find the tools. */
  toolServer: `${baseUrl}/api/mcp`,
  /** And where those of one writer find the writer's own, which are behind a token. */
  ownToolServer: `${baseUrl}/mcp`,
  /** What RFC 9728 says of them, and where RFC 8414 says how to get a token. */
  resourceMetadata: `${baseUrl}/.well-known/oauth-protected-resource/mcp`,
  authorizationServer: `${baseUrl}/oauth`,
  /** The public keys of what the service signs. */
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
  /** Our own images are kept without the base URL, others with theirs. */
  image: (path: string | null) => (path?.startsWith('/') ? baseUrl + path : uriOrNull(path)),
  /** The permanent id of a piece. */
  pieceId: (id: string) => `${baseUrl}/pieces/${id}`,
  /** A piece as JSON. */
  pieceRecord: (id: string) => `${baseUrl}/api/public/pieces/${id}`,
  /** Where the writer edits and publishes a piece. */
  edit: (id: string) => `${baseUrl}/desk/edit/pieces/${id}`,
  /** A draft as the program that sent it knows it. */
  apiPiece: (id: string) => `${baseUrl}/api/v1/pieces/${id}`,
  /** Where whoever knows the token reads what is not published. */
  preview: (token: string) => `${baseUrl}/preview/${token}`,
  product: (id: string) => `${baseUrl}/shop/${id}`,
  piecePage: (authorSlug: string, slug: string) =>
    `${baseUrl}/author/${authorSlug}/${encodeURIComponent(slug)}`,
  /** A page of ours as others embed it. */
  oembed: (page: string, format: 'json' | 'xml') =>
    `${baseUrl}/oembed?url=${encodeURIComponent(page)}&format=${format}`,
});

/** A URL of somebody else's, as they gave it, in the form of a URI. */
export const uriOrNull = (url: string | null) => (url === null ? null : strictUri(url));

export type Urls = ReturnType<typeof urlsFor>;

const known = new Map<string, Urls>();

export function urlsOf(baseUrl: string): Urls {
  const urls = known.get(baseUrl) ?? urlsFor(baseUrl);
  known.set(baseUrl, urls);
  return urls;
}

/** The Markdown of a piece is beside its page. */
export const markdownUrl = (page: string) => `${page}.md`;

/**
 * The HTML of a piece with its relative URLs made absolute, to be read anywhere. Where it
 * stands beside other pieces, what leads within the piece leads to its page instead.
 */
export const absoluteHtml = (html: string, page: string, beside: 'alone' | 'others' = 'alone') =>
  html.replace(/<(?:a|img)\b[^>]*>/g, (tag) =>
    tag.replace(
      / (href|src)="([^"]*)"/g,
      (_, name: string, url: string) => ` ${name}="${absolute(url, page, beside)}"`,
    ),
  );

// `&` is the only character that an url can have escaped here, and resolving leaves it alone.
function absolute(url: string, page: string, beside: 'alone' | 'others'): string {
  const stays = beside === 'alone' ? /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i : /^[a-z][a-z0-9+.-]*:/i;
  return stays.test(url) ? url : (URL.parse(url, page)?.href ?? url);
}
