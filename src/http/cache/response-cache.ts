// The response cache: finished responses to public reads, until something changes that they were made from.

import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CachedResponses } from '../../store/cached-responses/cached-responses.ts';
import { recordReads } from '../../store/content/read-record.ts';
import type { Store } from '../../store/store.ts';
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
  /** See cache-key.ts. */
  key: string;
  /** The route's pattern. */
  route: string;
  basis: Basis;
  /** The encoding that the client prefers, which a short body does not use. */
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
    /** The content version when this request began. */
    contentVersion: number | null;
  }
}

/** A response that changes with time is made again after this… */
const DUE_MS = 1_000;
/** …and no longer sent after this. */
const FRESH_MS = 2_000;

/** Roughly what an entry takes besides its body. */
const OVERHEAD_BYTES = 1_500;

/** And for each of its topics. */
const TOPIC_BYTES = 80;

/** One long response must not evict all the others. */
const LARGEST_SHARE = 1 / 16;

/** Of responses that are too long, how many are known by their ETag. */
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
    // A cache of size 0 is one in which nothing fits.
    this.#responses = new SecondChanceCache(bytes);
  }

  /** The current content version; null while it is unknown. */
  version(): number | null {
    return this.#store.contentVersion();
  }

  /** Reads something, and notes what a response with it depends on. */
  async recording<Result>(read: () => Promise<Result>): Promise<{ result: Result; basis: Basis }> {
    const contentVersion = this.version();
    const { result, reads } = await recordReads(read);
    return { result, basis: { contentVersion, reads } };
  }

  get(key: string, encoding: Encoding): CachedResponse | undefined {
    const version = this.version();
    const response = this.#responses.get(key)?.[encoding];
    if (!response || !this.#isValid(response, version)) return undefined;
    if (response.generation !== this.#file.generation) this.#write(key, encoding, response);
    return lasts(response) || performance.now() < response.freshUntil ? response : undefined;
  }

  /** Whether a response that changes with time is to be made again. True once: if nothing comes of it, it gets stale. */
  isDue(response: CachedResponse): boolean {
    if (lasts(response) || performance.now() < response.dueAt) return false;
    response.dueAt = Number.POSITIVE_INFINITY;
    return true;
  }

  /** A response that memory has no room for, or that an earlier process has made. What is asked for again comes back. */
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

  /** Into the file, unless it changes with time. One that there was no room for is written when it is sent again. */
  #write(key: string, encoding: Encoding, response: CachedResponse): void {
    if (!lasts(response) || !isStored(encoding) || !this.#file.hasRoom) return;
    response.generation = this.#file.generation;
    const stored = { head: storedHead(response), reads: response.reads, body: bytesOf(response) };
    this.#file.put(variantKey(key, encoding), stored);
  }

  #remember(key: string, encoding: Encoding, response: CachedResponse): void {
    const encodings = { ...this.#responses.get(key), [encoding]: response };
    this.#responses.set(key, encodings, sizeOf(encodings, key));
  }

  /** Of most responses that are sent, nothing has changed since the last time. */
  #isValid(response: CachedResponse, version: number | null): boolean {
    if (response.validAt === version) return true;
    if (version === null || this.#store.hasChanged(response.reads, response.validAt)) return false;
    response.validAt = version;
    return true;
  }

  /** The ETag and headers of a response that was too long for memory; it has no body. */
  validator(key: string, encoding: Encoding): FinishedResponse | undefined {
    const known = this.#validators.get(variantKey(key, encoding));
    return known && this.#isValid(known, this.version()) ? known : undefined;
  }

  /**
   * Caches a response that is about to be sent, unless what it was made from has changed since. A quick one
   * that was not asked for before goes to the file alone, as what is too long for memory does. Whoever waits for it
   * gets it in any case.
   */
  put(response: Cacheable, isQuick = false): void {
    const { key, route, basis, accepted, headers, body, bodyEncoding, changesWith } = response;
    const { contentVersion: validAt, reads } = basis;
    if (validAt === null || this.version() === null) return;
    if (this.#store.hasChanged(reads, validAt)) return;
    // A cache that is off shares nothing either.
    if (this.#largest === 0) return;
    const variant = variantKey(key, accepted);
    const times = changesWith === 'content' ? LASTING : timesFrom(performance.now());
    const made = { route, ...headers, ...times, reads, validAt, body, bodyEncoding, generation: 0 };
    this.#write(key, accepted, made);
    if (this.#isTooLong(key, made)) {
      if (lasts(made)) this.#validators.set(variant, { ...made, ...NO_BODY });
    } else if (!isQuick || this.#isWorthIt(variant)) {
      this.#remember(key, accepted, { ...made, ...sentBody(bytesOf(made)) });
    }
    this.coalescing.made(variant, made);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #isTooLong(key: string, { body }: Pick<Cacheable, 'body'>): boolean {
    return key.length + body.length > this.#largest;
  }

  /** Whether it is asked for more than once, now or lately. */
  #isWorthIt(variant: string): boolean {
    return this.#wasAsked(variant) || this.coalescing.isAwaited(variant);
  }

  /** Whether it was asked for lately, and so is worth a place in memory. From now on it was. */
  #wasAsked(variant: string): boolean {
    return this.#largest > 0 && this.#seen.add(variant, this.#responses.size);
  }
}

const NO_BODY = { body: '', bodyEncoding: 'latin1' } as const;

/** Clients without Brotli take none, or gzip, which is compressed again once memory has no room for it. */
const isStored = (encoding: Encoding) => encoding !== 'gzip';

/** One that is stale only when something changes. */
const LASTING = { dueAt: Number.POSITIVE_INFINITY, freshUntil: Number.POSITIVE_INFINITY };

const timesFrom = (now: number) => ({ dueAt: now + DUE_MS, freshUntil: now + FRESH_MS });

const lasts = ({ freshUntil }: CachedResponse) => freshUntil === Number.POSITIVE_INFINITY;

/** The key of one encoding, by which requests are coalesced. */
export const variantKey = (key: string, encoding: Encoding) => `${encoding} ${key}`;

function sizeOf(encodings: Encodings, key: string): number {
  const sizes = Object.values(encodings).map(
    ({ body, reads }) => body.length + OVERHEAD_BYTES + (reads?.length ?? 0) * TOPIC_BYTES,
  );
  return sizes.reduce((sum, bytes) => sum + bytes, key.length);
}

/** Gives an application its response cache, and each request the content version it began with. */
export function useResponseCache(app: FastifyInstance, responseCache: ResponseCache): void {
  app.decorate('responseCache', responseCache);
  app.decorateRequest('contentVersion', null);
  app.addHook('onClose', () => responseCache.close());
  // Hooks of every request take a callback: the promise of an async one costs more than its work.
  app.addHook('onRequest', (request, _reply, done) => {
    request.contentVersion = responseCache.version();
    done();
  });
}
