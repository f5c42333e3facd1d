// Computes the response to a public read, without the router, and caches it where others get the same.

import type { Exchange } from '../bounds/exchange.ts';
import type { FoundRead, PublicReads } from '../public-reads.ts';
import { type Basis, type FinishedResponse, headersOf } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';
import {
  type CachePolicy,
  type Encoded,
  type Encoding,
  encodedFor,
  encodedNow,
} from './send-response.ts';

/** What a response was made for, and from. */
interface Made {
  key: string;
  accepted: Encoding;
  basis: Basis;
  policy: CachePolicy;
}

export class ResponseComputing {
  readonly #cache: ResponseCache;
  readonly #reads: PublicReads;
  #isRefreshing = false;

  constructor(cache: ResponseCache, reads: PublicReads) {
    this.#cache = cache;
    this.#reads = reads;
  }

  /** Read at once, as soon as if it were cached. Null where it takes longer, or is not found. */
  readNow(found: FoundRead, key: string, accepted: Encoding): FinishedResponse | null {
    const { readNow, request } = found;
    if (!readNow) return null;
    try {
      const { result, basis } = this.#cache.recordingNow(() => readNow(request));
      const encoded = result && encodedNow(accepted, result);
      if (!encoded) return null;
      return this.#finish(found, encoded, { key, accepted, basis, policy: result }, true);
    } catch {
      // The ordinary way meets the same error, and answers it.
      return null;
    }
  }

  /** Null where it is not a response of its own, but a redirect. */
  async compute(
    found: FoundRead,
    key: string,
    exchange: Exchange,
    accepted: Encoding,
  ): Promise<FinishedResponse | null> {
    exchange.read = this.#cache.recording(() => found.read(found.request));
    const { result, basis } = await exchange.read;
    if ('movedTo' in result) return null;
    // Should the router have to answer after all, it reads again.
    exchange.read = null;
    const encoded = await encodedFor(accepted, result);
    const isQuick = found.kind === 'read';
    return this.#finish(found, encoded, { key, accepted, basis, policy: result }, isQuick);
  }

  /**
   * What changes with time is made again while everybody has the one before. One at a time: any other is computed
   * for whoever finds it stale, in their turn.
   */
  async refresh(key: string, accepted: Encoding): Promise<void> {
    const found = this.#isRefreshing ? null : this.#reads.find(key);
    if (!found) return;
    this.#isRefreshing = true;
    try {
      const { result, basis } = await this.#cache.recording(() => found.read(found.request));
      if ('movedTo' in result) return;
      const encoded = await encodedFor(accepted, result);
      this.#finish(found, encoded, { key, accepted, basis, policy: result }, false);
    } catch {
      // Whoever finds it stale meets the same error, and is told.
    } finally {
      this.#isRefreshing = false;
    }
  }

  /** As it is sent and, where others get the same, cached. */
  #finish(
    { route, headers: shared }: FoundRead,
    { headers: own, body, bodyEncoding }: Encoded,
    { key, accepted, basis, policy: { changesWith = 'content' } }: Made,
    isQuick: boolean,
  ): FinishedResponse {
    const finished = { route, body, bodyEncoding };
    const headers = headersOf(shared, own);
    if (changesWith !== 'request') {
      this.#cache.put({ ...finished, key, basis, accepted, headers, changesWith }, isQuick);
    }
    return { ...finished, ...headers };
  }
}
