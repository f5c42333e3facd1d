// Cache key of a response: its URL, normalised for the documents that take longest.

import { parse } from 'node:querystring';
import { isDocument, pathOf } from '../bounds/request-kinds.ts';

const SEPARATOR = /[?#]/;

/** Encoded separators are part of a name, so the router decides about such a URL. */
const ENCODED_SEPARATOR = /%(?:2f|3f|23)/i;

/** Absolute URLs; the router finds a path in no others. */
const WITH_HOST = /^https?:\/\/[^/?#][^#]*$/i;

const FEED = /\.(?:json|xml)$/;

/**
 * Drops what documents ignore, and normalises a feed's cursor: otherwise any made-up query or spelling would
 * compute them again.
 */
export function cacheKeyOf(url: string): string {
  if (isPlain(url)) return url;
  const path = pathOf(url);
  if (!isDocument(path) || !isReadByRouter(url)) return url;
  const end = url.search(SEPARATOR);
  if (ENCODED_SEPARATOR.test(end === -1 ? url : url.slice(0, end))) return url;
  if (end === -1 || !FEED.test(path)) return path;
  // No limit of keys, because the router has none either.
  const { before } = parse(url.slice(end + 1), '&', '=', { maxKeys: 0 });
  if (before === undefined) return path;
  return typeof before === 'string' ? `${path}?before=${before}` : url;
}

/** Three searches take half as long as one regular expression, and every request passes here. */
const isPlain = (url: string) =>
  url.startsWith('/') && !url.includes('?') && !url.includes('%') && !url.includes('#');

const isReadByRouter = (url: string) =>
  url.startsWith('/') || (WITH_HOST.test(url) && URL.canParse(url));
