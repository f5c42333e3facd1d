// The fast path: what is cached, or can be computed without the router, is sent before Fastify sees the request.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Config } from '../../config.ts';
import type { Admission } from '../bounds/admission.ts';
import { createBoundedServer } from '../bounds/bounded-server.ts';
import { isCrawler } from '../bounds/crawlers.ts';
import { Exchange } from '../bounds/exchange.ts';
import { hasBody, kindOf, type RequestKind } from '../bounds/request-kinds.ts';
import { type Count, type ReadLimit, whenCounted } from '../limits/read-rate-limit.ts';
import type { FoundRead, PublicReads } from '../public-reads.ts';
import type { SecurityHeaders } from '../security-headers.ts';
import { hostsIn } from '../targets/host-headers.ts';
import { cacheKeyOf } from './cache-key.ts';
import type { FastResponse, FinishedResponse } from './cached-response.ts';
import { type ResponseCache, variantKey } from './response-cache.ts';
import { ResponseComputing } from './response-computing.ts';
import { type Encoding, encodingOf, matchesEtag } from './send-response.ts';

interface FastPathOptions {
  responseCache: ResponseCache;
  publicReads: PublicReads;
  readLimit: ReadLimit;
  headers: SecurityHeaders;
  admission: Admission;
  config: Pick<Config, 'bounds' | 'maxConnections'>;
  onSent: (sent: FastResponse) => void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A request that is not answered from the cache. */
interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  next: () => void;
  key: string;
  encoding: Encoding;
  found: FoundRead | null;
  /** GET or HEAD, and with one host. */
  isRead: boolean;
  mayBeCached: boolean;
}

export class CacheFastPath {
  readonly #cache: ResponseCache;
  readonly #reads: PublicReads;
  readonly #computing: ResponseComputing;
  readonly #readLimit: ReadLimit;
  readonly #admission: Admission;
  readonly #config: FastPathOptions['config'];
  readonly #onSent: (sent: FastResponse) => void;
  readonly #headers: SecurityHeaders;
  #isOpen = true;

  constructor(options: FastPathOptions) {
    this.#cache = options.responseCache;
    this.#readLimit = options.readLimit;
    this.#admission = options.admission;
    this.#config = options.config;
    this.#headers = options.headers;
    this.#onSent = options.onSent;
    this.#reads = options.publicReads;
    this.#computing = new ResponseComputing(options.responseCache, options.publicReads);
    this.#cache.whenDue = (key, encoding) => void this.#computing.refresh(key, encoding);
  }

  /** Node's server with the settings that Fastify gives it, and this in front of Fastify's handler. */
  readonly serverFactory: FastifyServerFactory = (handler) => {
    const { bounds, maxConnections } = this.#config;
    return createBoundedServer(bounds, maxConnections, (request, response) => {
      if (this.#isOpen) return this.#handle(request, response, handler);
      // Fastify's own response while the process shuts down runs no hooks.
      response.setHeaders(new Map(Object.entries(this.#headers)));
      return handler(request, response);
    });
  };

  /** While the process shuts down, Fastify answers every request and closes its connection. */
  closeWith(app: FastifyInstance): void {
    app.addHook('preClose', async () => {
      this.#isOpen = false;
    });
  }

  #handle(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const { method = '', url = '', headers } = request;
    const isRead = (method === 'GET' || method === 'HEAD') && hostsIn(request.rawHeaders) === 1;
    const mayBeCached = isRead && !hasBody(request);
    const encoding = encodingOf(headers['accept-encoding']);
    const key = cacheKeyOf(url);
    if (mayBeCached) {
      const cached =
        this.#cache.get(key, encoding) ??
        // What crawlers read once, one after the other, is in the file: they have their turn for it.
        (isCrawler(request) ? undefined : this.#inFile(key, encoding, request));
      if (cached) {
        this.#sendHit(cached, request, response, handler);
        return;
      }
    }
    const next = () => handler(request, response);
    const found = isRead ? this.#reads.find(url) : null;
    const asked = { request, response, next, key, encoding, found, isRead, mayBeCached };
    if (!mayBeCached || !found?.readNow || !this.#admission.mayReadNow(found.kind, request)) {
      this.#admit(asked, null);
      return;
    }
    // Whoever asked too often costs nothing more.
    const begin = (count: Count | null) => {
      const read = count?.isTooMany ? null : this.#computing.readNow(found, key, encoding);
      if (read) this.#send(read, request, response, count, 0, false);
      else this.#admit(asked, count);
    };
    whenCounted(this.#readLimit.count(request), begin, next);
  }

  /** What is not cached, and not read at once, has its turn. It may have been counted before. */
  #admit(asked: Asked, count: Count | null): void {
    const { request, response, next, key, encoding, found, isRead, mayBeCached } = asked;
    const kind = found ? found.kind : kindOf(request.method ?? '', request.url ?? '');
    const exchange = new Exchange(request, response);
    exchange.count = count;
    const answer = (hasWaited: boolean) => {
      const cached =
        hasWaited && mayBeCached
          ? (this.#cache.get(key, encoding) ?? this.#inFile(key, encoding, request))
          : undefined;
      if (cached) {
        this.#sendCounted(cached, request, response, next);
        exchange.answered();
        return;
      }
      if (!isRead || !isCacheable(kind)) {
        this.#admission.admit(kind, exchange, next);
        return;
      }
      const begin = found ? () => this.#compute(found, key, exchange, encoding, next) : next;
      const admit = () => this.#admission.admit(kind, exchange, begin);
      this.#coalesce(variantKey(key, encoding), exchange, admit);
    };
    this.#admission.afterReaders(kind, exchange, answer, next);
  }

  #inFile(key: string, encoding: Encoding, request: IncomingMessage) {
    return this.#unchanged(key, encoding, request) ?? this.#overflown(key, encoding);
  }

  /** A response that is not in memory, where the client has it already. */
  #unchanged(key: string, encoding: Encoding, { headers }: IncomingMessage) {
    const etag = headers['if-none-match'];
    if (etag === undefined) return undefined;
    const known = this.#cache.validator(key, encoding);
    return known && matchesEtag(etag, known.etag) ? known : undefined;
  }

  /** One from the file is in memory once for each client, so there has to be room for it. */
  #overflown(key: string, encoding: Encoding): FinishedResponse | undefined {
    return this.#admission.hasRoom() ? this.#cache.fromFile(key, encoding) : undefined;
  }

  /** Waits for another request that computes the same response, or computes it. */
  #coalesce(key: string, exchange: Exchange, admit: () => void): void {
    const { coalescing } = this.#cache;
    const { request, response } = exchange;
    const begun = performance.now();
    const retry = (made: FinishedResponse | undefined) => {
      if (!made) return admit();
      this.#sendCounted(made, request, response, admit, performance.now() - begun);
      exchange.answered();
    };
    if (coalescing.waits(key, retry)) return;
    // A client that reads an uncacheable response slowly must not hold up those who wait for it.
    if (coalescing.begins(key, exchange)) {
      exchange.whenAnswered(() => coalescing.end(key, exchange));
    }
    admit();
  }

  /** A public read that nobody has cached. Whatever is not simply sent is the router's, as far as it got. */
  #compute(
    found: FoundRead,
    key: string,
    exchange: Exchange,
    encoding: Encoding,
    next: () => void,
  ): void {
    const { request, response, refusal } = exchange;
    if (refusal) {
      next();
      return;
    }
    const begun = performance.now();
    const begin = async (count: Count | null) => {
      exchange.count = count;
      if (count?.isTooMany) return next();
      const computed = await this.#computing
        .compute(found, key, exchange, encoding)
        .catch(() => null);
      if (response.headersSent || response.destroyed) return exchange.answered();
      if (!computed) return next();
      this.#send(computed, request, response, count, performance.now() - begun, false);
      exchange.answered();
    };
    whenCounted(exchange.count ?? this.#readLimit.count(request), begin, next);
  }

  /** The usual case: nothing is waited for, and nothing made that has to be collected. */
  #sendHit(
    cached: FinishedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    handler: Handler,
  ): void {
    const count = this.#readLimit.count(request);
    if (count === null) this.#send(cached, request, response, count, 0, true);
    else this.#sendCounted(cached, request, response, () => handler(request, response), 0, count);
  }

  /** A client over its rate limit is passed to the router, which refuses it. */
  #sendCounted(
    cached: FinishedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
    waitedMs = 0,
    counted = response.exchange?.count ?? this.#readLimit.count(request),
  ): void {
    const finish = (count: Count | null) => {
      if (count?.isTooMany) next();
      else this.#send(cached, request, response, count, waitedMs, true);
    };
    whenCounted(counted, finish, next);
  }

  #send(
    { route, etag, headers, headersFor304, body, bodyEncoding }: FinishedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    count: Count | null,
    waitedMs: number,
    isCached: boolean,
  ): void {
    // Its client may have gone meanwhile.
    if (response.headersSent || response.destroyed) return;
    const status = matchesEtag(request.headers['if-none-match'], etag) ? 304 : 200;
    const own = status === 200 ? headers : headersFor304;
    response.writeHead(status, count ? [...own, ...count.headers] : own);
    if (status === 304) response.end();
    else {
      // Node leaves the body of a HEAD out by itself.
      response.end(body, bodyEncoding);
      this.#admission.sent(response, body);
    }
    this.#onSent({ request, route, status, waitedMs, isCached });
  }
}

const isCacheable = (kind: RequestKind | null) =>
  kind === 'read' || kind === 'document' || kind === 'search';
