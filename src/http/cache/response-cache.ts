// The response cache: finished responses to public reads, until something changes that they were made from.

import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { recordReads, recordReadsNow } from '../../store/content/read-record.ts';
import type { Store } from '../../store/store.ts';
import {
  type Basis,
  type BodyEncoding,
  type CachedResponse,
  type FinishedResponse,
  IN_ONE_GO_BYTES,
  type Place,
  type ResponseHeaders,
} from './cached-response.ts';
import type { OverflowFile } from './overflow-file.ts';
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

/** How often one is read from the file, each time soon after the last, before it comes back to memory. */
const READS_TO_RETURN = 4;

const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/** Of responses that are too long, how many are known by their ETag. */
const VALIDATORS = 2_000;

export class ResponseCache {
  readonly #store: Content;
  readonly #responses: SecondChanceCache<Encodings>;
  readonly #validators = new LRUCache<string, CachedResponse>({ max: VALIDATORS });
  readonly #overflow: OverflowFile;
  readonly #largest: number;
  readonly coalescing = new RequestCoalescing<FinishedResponse>();
  readonly #seen = new SeenKeys();
  /** Makes one again that changes with time and is still fresh. */
  whenDue: (key: string, encoding: Encoding) => void = () => {};

  constructor(store: Content, bytes: number, overflow: OverflowFile) {
    this.#store = store;
    this.#overflow = overflow;
    this.#largest = bytes * LARGEST_SHARE;
    // A cache of size 0 is one in which nothing fits.
    this.#responses = new SecondChanceCache(bytes, (key, encodings) => this.#evict(key, encodings));
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

  /** The same for what is read at once. */
  recordingNow<Result>(read: () => Result): { result: Result; basis: Basis } {
    const contentVersion = this.version();
    const { result, reads } = recordReadsNow(read);
    return { result, basis: { contentVersion, reads } };
  }

  get(key: string, encoding: Encoding): CachedResponse | undefined {
    const version = this.version();
    const response = this.#responses.get(key)?.[encoding];
    if (!response || !this.#isValid(response, version)) return undefined;
    return lasts(response) || this.#isFresh(response, key, encoding) ? response : undefined;
  }

  #isFresh(response: CachedResponse, key: string, encoding: Encoding): boolean {
    const now = performance.now();
    if (now >= response.freshUntil) return false;
    if (now >= response.dueAt) {
      // Once: where nothing comes of it, it gets stale.
      response.dueAt = Number.POSITIVE_INFINITY;
      this.whenDue(key, encoding);
    }
    return true;
  }

  /** They go to a file, where they are still valid and not there already. */
  #evict(key: string, encodings: Encodings): void {
    const version = this.version();
    for (const encoding of ENCODINGS) {
      const response = encodings[encoding];
      if (!response || !lasts(response) || !this.#isValid(response, version)) continue;
      const variant = variantKey(key, encoding);
      const place = this.#overflow.placeOf(variant);
      if (place && place.number === response.place) {
        this.#overflow.setValidAt(place, response.validAt);
      } else void this.#overflow.put(variant, response);
    }
  }

  /** One that had to leave memory. What is read often comes back. */
  overflown(key: string, encoding: Encoding): FinishedResponse | undefined {
    const variant = variantKey(key, encoding);
    const place = this.#validPlace(variant);
    const response = place && this.#overflow.read(variant, place);
    if (!response) return undefined;
    // A crawler that begins again is no reason to make room for it.
    const isReadOften =
      this.wasAsked(variant) && this.#overflow.countRead(place, READS_TO_RETURN) >= READS_TO_RETURN;
    if (isReadOften && !this.#isTooLong(key, response)) {
      const [reads, validAt] = [this.#overflow.readsAt(place), this.#overflow.validAt(place)];
      const basis = { ...LASTING, reads, validAt, place: place.number };
      this.#remember(key, encoding, { ...response, ...ownBody(response.body), ...basis });
    }
    return response;
  }

  #validPlace(variant: string): Place | undefined {
    const place = this.#overflow.placeOf(variant);
    if (!place) return undefined;
    const version = this.version();
    const validAt = this.#overflow.validAt(place);
    if (validAt === version) return place;
    if (version === null || this.#store.hasChanged(this.#overflow.readsAt(place), validAt)) {
      if (version !== null) this.#overflow.forget(variant);
      return undefined;
    }
    this.#overflow.setValidAt(place, version);
    return place;
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
    const variant = variantKey(key, encoding);
    const known = this.#validators.get(variant);
    if (known) return this.#isValid(known, this.version()) ? known : undefined;
    const place = this.#validPlace(variant);
    const head = place && this.#overflow.headAt(variant, place);
    return head ? { ...head, ...NO_BODY } : undefined;
  }

  /**
   * Caches a response that is about to be sent, unless what it was made from has changed since. A quick one
   * that was not asked for before goes to the file, as what is too long for memory does. Whoever waits for it
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
    const times = changesWith === 'time' ? timesFrom(performance.now()) : LASTING;
    const finished = { route, ...headers, ...times, reads, validAt };
    const isTooLong = this.#isTooLong(key, response);
    if (!isTooLong && (!isQuick || this.#isWorthIt(variant))) {
      this.#remember(key, accepted, { ...finished, ...storedBody(body) });
    } else if (headers.etag !== '' && changesWith === 'content') {
      if (isTooLong) this.#validators.set(variant, { ...finished, ...NO_BODY });
      void this.#overflow.put(variant, { ...finished, body, bodyEncoding });
    }
    this.coalescing.made(variant, { ...finished, body, bodyEncoding });
  }

  /** How much of the file may be filled before anybody asks for it: a share of it, and none where nothing is cached. */
  warmBytes(share: number): number {
    return this.#largest === 0 ? 0 : share * this.#overflow.bytes;
  }

  /** How many bytes of the file it takes; null where it has to be made. */
  validBytes(key: string, encoding: Encoding): number | null {
    const place = this.#validPlace(variantKey(key, encoding));
    return place ? place.headBytes + place.readsBytes + place.bodyBytes : null;
  }

  /** Stores one that nobody has asked for. When it is written, there is room for the next. */
  async putAhead(response: Omit<Cacheable, 'changesWith'>): Promise<void> {
    const { key, route, basis, accepted, headers, body, bodyEncoding } = response;
    const { contentVersion: validAt, reads } = basis;
    if (validAt === null || this.version() === null || this.#store.hasChanged(reads, validAt))
      return;
    const variant = variantKey(key, accepted);
    const finished = { route, ...headers, body, bodyEncoding, reads, validAt };
    if (accepted === 'identity') await this.#overflow.putPacked(variant, finished);
    else await this.#overflow.put(variant, finished);
  }

  /** What is in the file is gone. */
  close(): Promise<void> {
    return this.#overflow.close();
  }

  #isTooLong(key: string, { body }: Pick<Cacheable, 'body'>): boolean {
    return key.length + body.length > this.#largest;
  }

  /** Whether it is asked for more than once, now or lately. */
  #isWorthIt(variant: string): boolean {
    return this.wasAsked(variant) || this.coalescing.isAwaited(variant);
  }

  /** Whether it was asked for lately, and so is worth a place in memory. From now on it was. */
  wasAsked(variant: string): boolean {
    return this.#largest > 0 && this.#seen.add(variant, this.#responses.size);
  }
}

const NO_BODY = { body: '', bodyEncoding: 'latin1' } as const;

/** What is short is stored as a text of which each character is a byte: sending it takes the least time. */
function storedBody(body: string | Buffer): Pick<CachedResponse, 'body' | 'bodyEncoding'> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const isShort = bytes.length <= IN_ONE_GO_BYTES;
  return { body: isShort ? bytes.toString('latin1') : copyOf(bytes), bodyEncoding: 'latin1' };
}

/** Memory of its own: a body may be a slice of a pooled block, which it would keep alive as a whole. */
function copyOf(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Of one whose body is somebody else's once it is sent, whatever memory it stands in. */
const ownBody = (body: string | Buffer): Pick<FinishedResponse, 'body' | 'release'> => ({
  body: typeof body === 'string' ? body : Buffer.from(body),
  release: undefined,
});

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
