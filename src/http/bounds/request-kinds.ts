// Kinds of reads; each kind has a queue, so that none crowds out another.

import type { IncomingMessage } from 'node:http';
import type { Bounds } from './bounds.ts';

/** Excludes tool calls, which queue once their message has arrived, and crawlers, whose requests are of every kind. */
export type RequestKind = Exclude<keyof Bounds['queues'], 'tool' | 'crawler'>;

const VITAL = /^\/(?:healthz|readyz|metrics)$/;
const PRIVATE = /^\/(?:desk|api\/v1|mcp|oauth|preview)(?:\/|$)/;
const DOCUMENT = /^\/(?:sitemap[^/]*\.xml|llms[^/]*\.txt)$|\/feed\.(?:json|xml)$/;
const SEARCH = /^\/(?:search|api\/public\/(?:pieces|authors)\/search)$/;
const IMAGE = /^\/media\/|^\/pieces\/[^/]+\/social\.png$/;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Null for requests that never queue: health checks, and requests of writers and of programs. */
export function kindOf(method: string, url: string): RequestKind | null {
  const path = pathOf(url);
  if (VITAL.test(path) || isPrivate(path) || !READS.has(method)) return null;
  if (isDocument(path)) return 'document';
  if (SEARCH.test(path)) return 'search';
  return IMAGE.test(path) ? 'image' : 'read';
}

export const isPrivate = (path: string) => PRIVATE.test(path);

export const isDocument = (path: string) => DOCUMENT.test(path);

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A request has no body if it has neither of these headers. */
export const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** Signs that a URL is more than a plain path: a query, a fragment, an escape or a host. */
const SPELLING = /[?#%]|^[^/]/;

/** Path as the router reads it, so that another spelling of the URL doesn't evade a limit. */
export function pathOf(url = ''): string {
  if (!SPELLING.test(url)) return url;
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][^/?#]*:\/\/[^/?#]*/i, '');
  const [path = ''] = target.split(/[?#]/, 1);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
