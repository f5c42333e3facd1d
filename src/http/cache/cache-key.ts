// The key of a response in the cache: its URL, and for the documents that take longest in one spelling.

import { parse } from 'node:querystring';
import { isDocument, pathOf } from '../bounds/request-kinds.ts';

const SEPARATOR = /[?#]/;

/** Part of a name, and not what ends a path or a segment; what such a URL leads to is for the router to say. */
const ENCODED_SEPARATOR = /%(?:2f|3f|23)/i;

/** Other URLs with a host have no path for the router. */
const WITH_HOST = /^https?:\/\/[^/?#][^#]*$/i;

const FEED = /\.(?:json|xml)$/;

/**
 * Without what documents ignore, and with a feed's cursor as the router reads it: otherwise any
 * made-up query, or any other spelling, writes them again.
 */
export function cacheKeyOf(url: string): string {
  if (isPlain(url)) return url;
  const path = pathOf(url);
  if (!isDocument(path) || !isReadByRouter(url)) return url;
  const end = url.search(SEPARATOR);
  if (ENCODED_SEPARATOR.test(end === -1 ? url : url.slice(0, end))) return url;
  if (end === -1 || !FEED.test(path)) return path;
  // All of it, however long: the router has no limit either.
  const { before } = parse(url.slice(end + 1), '&', '=', { maxKeys: 0 });
  if (before === undefined) return path;
  return typeof before === 'string' ? `${path}?before=${before}` : url;
}

/** Searching three times takes half as long as one regular expression, and every request passes here. */
const isPlain = (url: string) =>
  url.startsWith('/') && !url.includes('?') && !url.includes('%') && !url.includes('#');

const isReadByRouter = (url: string) =>
  url.startsWith('/') || (WITH_HOST.test(url) && URL.canParse(url));
