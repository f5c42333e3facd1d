// Response cache: finished responses to public reads, valid until content that they depend on changes.

import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CachedResponses } from '../../store/cached-responses/cached-responses.ts';
import type { Store } from '../../store/store.ts';
import { recordReads } from '../../store/topics/read-record.ts';
import {
  type Basis,
  type BodyEncoding,
  bytesOf,
  type CachedResponse,
  type FinishedResponse,
  finishedFrom,
  type ResponseHeaders,
  sentBody,
  storedHead,
} from './cached-response.ts';
import { RequestCoalescing } from './request-coalescing.ts';
import { SecondChanceCache } from './second-chance-cache.ts';
import { SeenKeys } from './seen-keys.ts';
import type { Encoding } from './send-response.ts';

type Content = Pick<Store, 'contentVersion' | 'hasChanged'>;

type Encodings = { [encoding in Encoding]?: CachedResponse };

interface Cacheable {
  key: string;
  route: string;
  basis: Basis;
  /** Preferred encoding. A short body is cached under it too, although it isn't compressed. */
  accepted: Encoding;
  headers: ResponseHeaders;
  body: string | Buffer;
  bodyEncoding: BodyEncoding;
  changesWith: 'content' | 'time';
}

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
  }
  interface FastifyRequest {
    /** Content version when this request began. */
    contentVersion: number | null;
  }
}

/** Age at which a response that changes with time is recomputed. */
const DUE_MS = 1_000;
/** Age from which a response that changes with time is no longer sent. */
const FRESH_MS = 2_000;

/** Estimated memory of a cached response besides its body. */
const OVERHEAD_BYTES = 1_500;

/** Estimated memory of each topic that a cached response depends on. */
const TOPIC_BYTES = 80;

/** Largest share of the cache that one response may take, so that a long one doesn't evict all the others. */
const LARGEST_SHARE = 1 / 16;

/** Number of responses too long for memory for which a 304 can still be sent. */
const VALIDATORS = 2_000;

export class ResponseCache {
  readonly #store: Content;
  readonly #responses: SecondChanceCache<Encodings>;
  readonly #validators = new LRUCache<string, CachedResponse>({ max: VALIDATORS });
  readonly #file: CachedResponses;
  readonly #largest: number;
  readonly coalescing = new RequestCoalescing<FinishedResponse>();
  readonly #seen = new SeenKeys();

  constructor(store: Content, bytes: number, file: CachedResponses) {
    this.#store = store;
    this.#file = file;
    this.#largest = bytes * LARGEST_SHARE;
    this.#responses = new SecondChanceCache(bytes);
  }

  /** Current content version; null while the version is unknown. */
  version(): number | null {
    return this.#store.contentVersion();
  }

  /** Runs `read` and records the content that it reads, on which the response then depends. */
  async recording<Result>(read: () => Promise<Result>): Promise<{ result: Result; basis: Basis }> {
    const contentVersion = this.version();
    const { result, reads } = await recordReads(read);
    return { result, basis: { contentVersion, reads } };
  }

  get(key: string, encoding: Encoding): CachedResponse | undefined {
    const version = this.version();
    const response = this.#responses.get(key)?.[encoding];
    if (!response || !this.#isValid(response, version)) return undefined;
    if (response.generation !== this.#file.generation)
      this.#write(key, encoding, response, bytesOf(response));
    return lasts(response) || performance.now() < response.freshUntil ? response : undefined;
  }

  /** True for one of the requests when a response needs recomputing; if that one fails, the response becomes stale. */
  isDue(response: CachedResponse): boolean {
    if (lasts(response) || performance.now() < response.dueAt) return false;
    response.dueAt = Number.POSITIVE_INFINITY;
    return true;
  }

  /** Response from the file that isn't in memory. A repeated request brings it back into memory. */
  fromFile(key: string, encoding: Encoding): FinishedResponse | undefined {
    const variant = variantKey(key, encoding);
    const version = this.version();
    const stored = isStored(encoding) ? this.#file.get(variant) : undefined;
    if (!stored || version === null) return undefined;
    const response = finishedFrom(stored);
    if (this.#wasAsked(variant) && !this.#isTooLong(key, response)) {
      const { reads } = stored;
      const { generation } = this.#file;
      this.#remember(key, encoding, {
        ...response,
        ...LASTING,
        reads,
        validAt: version,
        generation,
      });
    }
    return response;
  }

  /** Only responses that don't change with time are written. Without room, this is retried when they are next sent. */
  #write(key: string, encoding: Encoding, response: CachedResponse, body: string | Buffer): void {
    if (!lasts(response) || !isStored(encoding) || !this.#file.hasRoom) return;
    response.generation = this.#file.generation;
    const stored = { head: storedHead(response), reads: response.reads, body };
    this.#file.put(variantKey(key, encoding), stored);
  }

  #remember(key: string, encoding: Encoding, made: CachedResponse): void {
    const response = { ...made, ...sentBody(bytesOf(made)) };
    const encodings = { ...this.#responses.get(key), [encoding]: response };
    this.#responses.set(key, encodings, sizeOf(encodings, key));
  }

  /** Most responses are valid at the current content version, which needs no query. */
  #isValid(response: CachedResponse, version: number | null): boolean {
    if (response.validAt === version) return true;
    if (version === null || this.#store.hasChanged(response.reads, response.validAt)) return false;
    response.validAt = version;
    return true;
  }

  /** Headers for a 304, for a response that was too long for memory. */
  validator(key: string, encoding: Encoding): FinishedResponse | undefined {
    const known = this.#validators.get(variantKey(key, encoding));
    return known && this.#isValid(known, this.version()) ? known : undefined;
  }

  /**
   * Caches a response unless its content has changed in the meantime. A quick one goes only to the file at its first
   * request, and one too long for memory always does. Waiting requests get either one.
   */
  put(response: Cacheable, isQuick = false): void {
    const { key, route, basis, accepted, headers, body, bodyEncoding, changesWith } = response;
    const { contentVersion: validAt, reads } = basis;
    if (validAt === null || this.version() === null) return;
    if (this.#store.hasChanged(reads, validAt)) return;
    // If the cache is off, requests aren't coalesced either.
    if (this.#largest === 0) return;
    const variant = variantKey(key, accepted);
    const times = changesWith === 'content' ? LASTING : timesFrom(performance.now());
    const made = { route, ...headers, ...times, reads, validAt, body, bodyEncoding, generation: 0 };
    this.#write(key, accepted, made, body);
    if (this.#isTooLong(key, made)) {
      if (lasts(made)) this.#validators.set(variant, { ...made, ...NO_BODY });
    } else if (!isQuick || this.#isWorthIt(variant)) {
      this.#remember(key, accepted, made);
    }
    this.coalescing.made(variant, made);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #isTooLong(key: string, { body }: Pick<Cacheable, 'body'>): boolean {
    return key.length + body.length > this.#largest;
  }

  #isWorthIt(variant: string): boolean {
    return this.#wasAsked(variant) || this.coalescing.isAwaited(variant);
  }

  /** True if the response was requested recently; calling this counts as a request. */
  #wasAsked(variant: string): boolean {
    return this.#largest > 0 && this.#seen.add(variant, this.#responses.size);
  }
}

const NO_BODY = { body: '', bodyEncoding: 'latin1' } as const;

/** Responses in gzip aren't stored in the file, because few clients lack Brotli; they are compressed again instead. */
const isStored = (encoding: Encoding) => encoding !== 'gzip';

/** Times of a response that only a change of content makes stale. */
const LASTING = { dueAt: Number.POSITIVE_INFINITY, freshUntil: Number.POSITIVE_INFINITY };

const timesFrom = (now: number) => ({ dueAt: now + DUE_MS, freshUntil: now + FRESH_MS });

const lasts = ({ freshUntil }: CachedResponse) => freshUntil === Number.POSITIVE_INFINITY;

/** Key of a response in one encoding, under which it is stored and its requests are coalesced. */
export const variantKey = (key: string, encoding: Encoding) => `${encoding} ${key}`;

function sizeOf(encodings: Encodings, key: string): number {
  const sizes = Object.values(encodings).map(
    ({ body, reads }) => body.length + OVERHEAD_BYTES + (reads?.length ?? 0) * TOPIC_BYTES,
  );
  return sizes.reduce((sum, bytes) => sum + bytes, key.length);
}

export function useResponseCache(app: FastifyInstance, responseCache: ResponseCache): void {
  app.decorate('responseCache', responseCache);
  app.decorateRequest('contentVersion', null);
  app.addHook('onClose', () => responseCache.close());
  // Hooks of every request take a callback, because the promise of an async hook would cost more than its work.
  app.addHook('onRequest', (request, _reply, done) => {
    request.contentVersion = responseCache.version();
    done();
  });
}
