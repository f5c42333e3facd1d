// Cache fast path: sends cached responses before Fastify sees the request.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Config } from '../../config.ts';
import type { Admission } from '../bounds/admission.ts';
import { createBoundedServer } from '../bounds/bounded-server.ts';
import type { Bounds } from '../bounds/bounds.ts';
import { isCrawler } from '../bounds/crawlers.ts';
import { Exchange } from '../bounds/exchange.ts';
import { hasBody, kindOf, type RequestKind } from '../bounds/request-kinds.ts';
import { type Count, type ReadLimit, whenCounted } from '../limits/read-rate-limit.ts';
import type { SecurityHeaders } from '../security-headers.ts';
import { hostsIn } from '../targets/host-headers.ts';
import { cacheKeyOf } from './cache-key.ts';
import type { FastResponse, FinishedResponse } from './cached-response.ts';
import { matchesEtag } from './etag.ts';
import { type ResponseCache, variantKey } from './response-cache.ts';
import { type Encoding, encodingOf } from './send-response.ts';

interface FastPathOptions {
  responseCache: ResponseCache;
  readLimit: ReadLimit;
  headers: SecurityHeaders;
  admission: Admission;
  bounds: Bounds;
  config: Pick<Config, 'maxConnections'>;
  onSent: (sent: FastResponse) => void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Request for which neither memory nor the cache file had a response. */
interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  next: () => void;
  key: string;
  encoding: Encoding;
  mayBeCached: boolean;
}

export class CacheFastPath {
  readonly #cache: ResponseCache;
  readonly #readLimit: ReadLimit;
  readonly #admission: Admission;
  readonly #bounds: Bounds;
  readonly #config: FastPathOptions['config'];
  readonly #onSent: (sent: FastResponse) => void;
  readonly #headers: SecurityHeaders;
  #isOpen = true;

  constructor(options: FastPathOptions) {
    this.#cache = options.responseCache;
    this.#readLimit = options.readLimit;
    this.#admission = options.admission;
    this.#bounds = options.bounds;
    this.#config = options.config;
    this.#headers = options.headers;
    this.#onSent = options.onSent;
  }

  readonly serverFactory: FastifyServerFactory = (handler) => {
    const { maxConnections } = this.#config;
    return createBoundedServer(this.#bounds, maxConnections, (request, response) => {
      if (this.#isOpen) return this.#handle(request, response, handler);
      // During shutdown, Fastify answers without running hooks, so security headers are set here.
      response.setHeaders(new Map(Object.entries(this.#headers)));
      return handler(request, response);
    });
  };

  /** During shutdown, Fastify answers every request, so that it can close each connection. */
  closeWith(app: FastifyInstance): void {
    app.addHook('preClose', async () => {
      this.#isOpen = false;
    });
  }

  #handle(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const { method = '', url = '', headers } = request;
    const isRead = (method === 'GET' || method === 'HEAD') && hostsIn(request.rawHeaders) === 1;
    const mayBeCached = isRead && !hasBody(request);
    const next = () => handler(request, response);
    const [key, encoding] = [cacheKeyOf(url), encodingOf(headers['accept-encoding'])];
    const inMemory = mayBeCached ? this.#cache.get(key, encoding) : undefined;
    // One request per second recomputes a response that changes with time; the others get the previous one.
    if (inMemory && this.#cache.isDue(inMemory)) {
      next();
      return;
    }
    const cached =
      inMemory ??
      // Crawlers wait for their turn even before the cache file is read, because they request every page once.
      (mayBeCached && !isCrawler(request) ? this.#inFile(key, encoding, request) : undefined);
    if (cached) this.#sendCounted(cached, request, response, next);
    else this.#ask({ request, response, next, key, encoding, mayBeCached });
  }

  #ask({ request, response, next, key, encoding, mayBeCached }: Asked): void {
    const kind = kindOf(request.method ?? '', request.url ?? '');
    const exchange = new Exchange(request, response);
    const begin = (hasWaited: boolean) => {
      const cached =
        hasWaited && mayBeCached
          ? (this.#cache.get(key, encoding) ?? this.#inFile(key, encoding, request))
          : undefined;
      if (cached) {
        this.#sendCounted(cached, request, response, next);
        exchange.answered();
        return;
      }
      const admit = () => this.#admission.admit(kind, exchange, next);
      if (mayBeCached && isCacheable(kind))
        this.#coalesce(variantKey(key, encoding), exchange, admit);
      else admit();
    };
    this.#admission.afterReaders(kind, exchange, begin, next);
  }

  #inFile(key: string, encoding: Encoding, request: IncomingMessage) {
    return this.#unchanged(key, encoding, request) ?? this.#overflown(key, encoding);
  }

  /** Response for a 304, if its ETag is known and its body is too long for memory. */
  #unchanged(key: string, encoding: Encoding, { headers }: IncomingMessage) {
    const etag = headers['if-none-match'];
    if (etag === undefined) return undefined;
    const known = this.#cache.validator(key, encoding);
    return known && matchesEtag(etag, known.etag) ? known : undefined;
  }

  /** Responses from the file are copied for each client, so there must be room in memory. */
  #overflown(key: string, encoding: Encoding): FinishedResponse | undefined {
    return this.#admission.hasRoom() ? this.#cache.fromFile(key, encoding) : undefined;
  }

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
    // Coalescing ends when the response is computed, so that a slow client doesn't delay the waiting requests.
    if (coalescing.begins(key, exchange)) {
      exchange.whenAnswered(() => coalescing.end(key, exchange));
    }
    admit();
  }

  /** Sends a cached response if the client is within its rate limit; if not, the router refuses the request. */
  #sendCounted(
    cached: FinishedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
    waitedMs = 0,
  ): void {
    const finish = (count: Count | null) => {
      if (count?.isTooMany) next();
      else this.#send(cached, request, response, count, waitedMs);
    };
    whenCounted(this.#readLimit.count(request), finish, next);
  }

  #send(
    { route, etag, headers, headersFor304, body, bodyEncoding }: FinishedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    count: Count | null,
    waitedMs: number,
  ): void {
    // The client may have disconnected in the meantime.
    if (response.headersSent || response.destroyed) return;
    const status = matchesEtag(request.headers['if-none-match'], etag) ? 304 : 200;
    const own = status === 200 ? headers : headersFor304;
    response.writeHead(status, count ? [...own, ...count.headers] : own);
    if (status === 304) response.end();
    else {
      // Node itself leaves out the body of a response to HEAD.
      response.end(body, bodyEncoding);
      this.#admission.sent(response, body);
    }
    this.#onSent({ request, route, status, waitedMs });
  }
}

const isCacheable = (kind: RequestKind | null) =>
  kind === 'read' || kind === 'document' || kind === 'search';
