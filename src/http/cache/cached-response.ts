// A response as it stands in the cache, and as those who wait for it get it.

import type { IncomingMessage } from 'node:http';

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
export interface CacheHit {
  request: IncomingMessage;
  route: string;
  status: 200 | 304;
  /** How long it waited for another request to compute the response. */
  waitedMs: number;
}
