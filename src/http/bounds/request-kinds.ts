// The kinds of reads that have a queue each, so that none crowds out another.

import type { IncomingMessage } from 'node:http';
import type { Bounds } from '../../schemas/limits.ts';

/** Tool calls have their turn once their message has arrived, and crawlers are of every kind. */
export type RequestKind = Exclude<keyof Bounds['queues'], 'tool' | 'crawler'>;

const VITAL = /^\/(?:healthz|readyz|metrics)$/;
const PRIVATE = /^\/(?:desk|api\/v1|mcp|oauth|preview)(?:\/|$)/;
const DOCUMENT = /^\/(?:sitemap[^/]*\.xml|llms[^/]*\.txt)$|\/feed\.(?:json|xml)$/;
const SEARCH = /^\/(?:search|api\/public\/(?:pieces|authors)\/search)$/;
const IMAGE = /^\/media\/|^\/pieces\/[^/]+\/social\.png$/;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Null for what is never queued: health checks, and whatever a writer or a program sends. */
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

/** Whether it says how long its body is, or that one follows; otherwise there is nothing to be read. */
export const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** What a plain path has none of. */
const SPELLING = /[?#%]|^[^/]/;

/** The path as the router reads it: nobody gets past a bound by another spelling. */
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
