// Cache key of a response: its URL, normalised for feeds, sitemaps and llms.txt, which take longest to compute.

import { parse } from 'node:querystring';
import { isDocument, pathOf } from '../bounds/request-kinds.ts';

const SEPARATOR = /[?#]/;

/** Encoded separators are part of a name, so URLs that have them keep their spelling for the router to decide. */
const ENCODED_SEPARATOR = /%(?:2f|3f|23)/i;

/** Absolute URLs in which the router finds a path. */
const WITH_HOST = /^https?:\/\/[^/?#][^#]*$/i;

const FEED = /\.(?:json|xml)$/;

/**
 * Leaves out what a document ignores, and normalises the spelling of its path and of a feed's cursor; otherwise made-up
 * queries and spellings would compute the document again.
 */
export function cacheKeyOf(url: string): string {
  if (isPlain(url)) return url;
  const path = pathOf(url);
  if (!isDocument(path) || !isReadByRouter(url)) return url;
  const end = url.search(SEPARATOR);
  if (ENCODED_SEPARATOR.test(end === -1 ? url : url.slice(0, end))) return url;
  if (end === -1 || !FEED.test(path)) return path;
  // The number of query parameters isn't limited, because the router doesn't limit it either.
  const { before } = parse(url.slice(end + 1), '&', '=', { maxKeys: 0 });
  if (before === undefined) return path;
  return typeof before === 'string' ? `${path}?before=${before}` : url;
}

/** Three searches take half the time of one regular expression, and every request passes here. */
const isPlain = (url: string) =>
  url.startsWith('/') && !url.includes('?') && !url.includes('%') && !url.includes('#');

const isReadByRouter = (url: string) =>
  url.startsWith('/') || (WITH_HOST.test(url) && URL.canParse(url));
