// A response as it stands in the cache, and as those who wait for it get it.

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
