// A response as it stands in the cache, and as those who wait for it get it.

import type { IncomingMessage } from 'node:http';

/** Headers that belong to one client's response. */
export const PER_CLIENT = /^(?:ratelimit-|retry-after$|set-cookie$)/;

const ABOUT_THE_BODY = /^content-(?:type|length|encoding)$/;

/** One encoding of a response, headers included. */
export interface CachedResponse {
  /** The route's pattern, as the router knows it. */
  route: string;
  etag: string;
  headers: string[];
  headersFor304: string[];
  body: Buffer;
  /** When a response that changes with time becomes stale. */
  freshUntil: number;
}

/** One that was sent before the router saw its request. */
export interface FastResponse {
  request: IncomingMessage;
  route: string;
  status: 200 | 304;
  /** How long it waited for another request to compute the response. */
  waitedMs: number;
  /** Whether it was in the cache, rather than computed for this request. */
  isCached: boolean;
}

/** The headers of a response and of its 304, without those that belong to one client. */
export function headersFor(given: { [name: string]: unknown }) {
  const lines = Object.entries(given)
    .filter(([name, value]) => value !== undefined && !PER_CLIENT.test(name))
    .map(([name, value]) => [name, String(value)] as const);
  return {
    etag: String(given['etag'] ?? ''),
    headers: lines.flat(),
    headersFor304: lines.filter(([name]) => !ABOUT_THE_BODY.test(name)).flat(),
  };
}
