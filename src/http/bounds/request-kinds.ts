// The kinds of requests that are bounded each by itself, so that none crowds out another.

import type { IncomingMessage } from 'node:http';
import type { Bounds } from '../../schemas/limits.ts';

/** `tool` is not a request but what follows from it. */
export type RequestKind = Exclude<keyof Bounds['kinds'], 'tool'>;

const VITAL = /^\/(?:healthz|readyz|metrics)$/;
const WRITE = /^\/(?:desk|api\/v1|mcp|oauth|preview)(?:\/|$)/;
const DOCUMENT = /^\/(?:sitemap[^/]*\.xml|llms[^/]*\.txt)$|\/feed\.(?:json|xml)$/;
const SEARCH = /^\/(?:search|api\/public\/(?:pieces|authors)\/search)$/;
const IMAGE = /^\/media\/|^\/pieces\/[^/]+\/social\.png$/;

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Null for what must answer whatever else happens. */
export function kindOf(method: string, url: string): RequestKind | null {
  const path = pathOf(url);
  if (VITAL.test(path)) return null;
  if (WRITE.test(path)) return 'write';
  if (!WITHOUT_BODY.has(method)) return 'body';
  if (isDocument(path)) return 'document';
  if (SEARCH.test(path)) return 'search';
  return IMAGE.test(path) ? 'image' : 'read';
}

export const isDocument = (path: string) => DOCUMENT.test(path);

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether it says how long its body is, or that one follows; otherwise there is nothing to be read. */
export const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** What a plain path has none of. */
const SPELLING = /[?#%]|^[^/]/;

/** The path as the router reads it: nobody gets past a bound by another spelling. */
export function pathOf(url: string): string {
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
