// The cache fast path: a cached response is sent before Fastify's router sees the request.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { type Count, type ReadLimit, whenCounted } from '../limits/read-rate-limit.ts';
import type { SecurityHeaders } from '../security-headers.ts';
import { encodingOf, matchesEtag } from './representation.ts';
import { type CachedResponse, type ResponseCache, variantKey } from './response-cache.ts';

export interface CacheHit {
  request: IncomingMessage;
  route: string;
  status: 200 | 304;
  /** How long it waited for another request to compute the response. */
  waitedMs: number;
}

interface FastPathOptions {
  responseCache: ResponseCache;
  readLimit: ReadLimit;
  headers: SecurityHeaders;
  onHit: (hit: CacheHit) => void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Hands the request to the router. */
  next: () => void;
}

const SERVER_OPTIONS = {
  // A request without Host is refused by our own hook, with the error body.
  requireHostHeader: false,
  keepAliveTimeout: 72_000,
  // Uploads take as long as they take; the headers have Node's own limit.
  requestTimeout: 0,
};

export class CacheFastPath {
  readonly #cache: ResponseCache;
  readonly #readLimit: ReadLimit;
  readonly #onHit: (hit: CacheHit) => void;
  readonly #headers: SecurityHeaders;
  #isOpen = true;

  constructor({ responseCache, readLimit, headers, onHit }: FastPathOptions) {
    this.#cache = responseCache;
    this.#readLimit = readLimit;
    this.#headers = headers;
    this.#onHit = onHit;
  }

  /** Node's server with the settings that Fastify gives it, and this in front of Fastify's handler. */
  readonly serverFactory: FastifyServerFactory = (handler) => {
    const server = createServer(SERVER_OPTIONS, (request, response) =>
      this.#handle({ request, response, next: () => handler(request, response) }),
    );
    // Whatever a client expects, it gets the ordinary response; Node's own has no body.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    return server;
  };

  /** While the process shuts down, Fastify answers every request and closes its connection. */
  closeWith(app: FastifyInstance): void {
    app.addHook('preClose', async () => {
      this.#isOpen = false;
    });
  }

  #handle(exchange: Exchange): void {
    const { method, url = '', headers } = exchange.request;
    const isRead = (method === 'GET' || method === 'HEAD') && headers.host !== undefined;
    // Fastify's own response while the process shuts down runs no hooks.
    if (!this.#isOpen) exchange.response.setHeaders(new Map(Object.entries(this.#headers)));
    if (!this.#isOpen || !isRead) {
      exchange.next();
      return;
    }
    const encoding = encodingOf(headers['accept-encoding']);
    const find = () => this.#cache.get(url, encoding);
    const cached = find();
    if (cached) this.#sendCounted(cached, exchange, 0);
    else this.#coalesce(variantKey(url, encoding), exchange, find);
  }

  /** Waits for another request that computes the same response, or computes it. */
  #coalesce(key: string, exchange: Exchange, find: () => CachedResponse | undefined): void {
    const { coalescing } = this.#cache;
    const { request, response, next } = exchange;
    const begun = performance.now();
    const retry = () => {
      const cached = find();
      if (cached) this.#sendCounted(cached, exchange, performance.now() - begun);
      else next();
    };
    if (coalescing.waits(key, retry)) return;
    if (coalescing.begins(key, request)) {
      response.once('close', () => coalescing.end(key, request));
    }
    next();
  }

  /** A client over its rate limit is passed to the router, which refuses it. */
  #sendCounted(cached: CachedResponse, { request, response, next }: Exchange, waitedMs: number) {
    const finish = (count: Count | null) => {
      if (count?.isTooMany) return next();
      const status = matchesEtag(request.headers['if-none-match'], cached.etag) ? 304 : 200;
      send(response, cached, status, count?.headers);
      this.#onHit({ request, route: cached.route, status, waitedMs });
    };
    whenCounted(this.#readLimit.count(request), finish, next);
  }
}

function send(
  response: ServerResponse,
  { headers, headersFor304, body }: CachedResponse,
  status: 200 | 304,
  more: string[] | undefined,
): void {
  const own = status === 200 ? headers : headersFor304;
  response.writeHead(status, more ? [...own, ...more] : own);
  // Node leaves the body of a HEAD out by itself.
  response.end(status === 200 ? body : undefined);
}
