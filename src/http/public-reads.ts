// Public reads: what they send depends on their URL and on what is public alone, so they need no router.

import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import findMyWay from 'find-my-way';
import { kindOf, type RequestKind } from './bounds/request-kinds.ts';
import { type Basis, type SharedHeaders, sharedHeaders } from './cache/cached-response.ts';
import { type Representation, sendText } from './cache/send-response.ts';
import { movedTo } from './pages/pages.ts';
import { resource } from './resource.ts';

/** What a public read may know of its request. */
export type ReadRequest = Pick<FastifyRequest, 'url' | 'params' | 'query'>;

/** It is at another path now. */
export interface Moved {
  movedTo: string;
}

export type PublicRead = (request: ReadRequest) => Promise<Representation | Moved>;

/** The same at once; null where it has to be waited for, or is something else than found. */
export type ReadNow = (request: ReadRequest) => Representation | null;

export interface RecordedRead {
  result: Representation | Moved;
  basis: Basis;
}

declare module 'fastify' {
  interface FastifyInstance {
    publicReads: PublicReads;
  }
  interface FastifyContextConfig {
    publicRead?: PublicRead;
    readNow?: ReadNow;
  }
}

/** A read that was found by its URL. */
export interface FoundRead {
  route: string;
  read: PublicRead;
  readNow: ReadNow | null;
  kind: RequestKind | null;
  request: ReadRequest;
  /** What the hooks of its scope add to each response. */
  headers: SharedHeaders;
}

/** Other URLs have something to decode or to parse, which is the router's. */
const PLAIN_PATH = /^[\w./-]+$/;

export class PublicReads {
  readonly #router: findMyWay.Instance<findMyWay.HTTPVersion.V1>;
  readonly #headers = new Map<string, SharedHeaders>();

  constructor(maxParamLength: number) {
    this.#router = findMyWay({ maxParamLength });
  }

  /** Learns every route, so that it finds the same one as the application's router. */
  useIn(app: FastifyInstance): void {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (![method].flat().includes('GET')) return;
      // What decides about the kind of a public read is in the pattern of its route.
      const { publicRead: read, readNow = null } = config ?? {};
      const found = { url, read, readNow, kind: kindOf('GET', url) };
      this.#router.on('GET', url, () => {}, found);
    });
  }

  /** Null for everything that the router has to answer. */
  find(url: string): FoundRead | null {
    if (!PLAIN_PATH.test(url)) return null;
    const found = this.#router.find('GET', url);
    if (!found?.store?.read) return null;
    const { url: route, read, readNow, kind } = found.store;
    const headers = this.#headers.get(route);
    return headers
      ? { route, read, readNow, kind, request: { url, params: found.params, query: {} }, headers }
      : null;
  }

  /**
   * Whether something is at this path, for whichever method. A pattern that begins with a parameter takes any
   * word, and does not tell.
   */
  isRoute(path: string): boolean {
    const found = this.#router.find('GET', path);
    return found !== null && !found.store.url.startsWith('/:');
  }

  /** Of how many routes the headers are known, so that they can be read without the router. */
  get learned(): number {
    return this.#headers.size;
  }

  /** What hooks have set on a response of this route before it has anything of its own. */
  learn(route: string, headers: { readonly [name: string]: unknown }): void {
    if (this.#headers.has(route)) return;
    this.#headers.set(route, sharedHeaders(headers));
  }
}

/** Registers a public read, with what the router needs to answer it as any other route. */
export function publicRead(
  scope: FastifyInstance,
  url: string,
  schema: FastifySchema,
  read: PublicRead,
  readNow?: ReadNow,
): void {
  resource(scope, url, {
    GET: {
      schema,
      config: { publicRead: read, ...(readNow && { readNow }) },
      async handler(request, reply) {
        scope.publicReads.learn(request.routeOptions.url ?? url, reply.getHeaders());
        const { result, basis } = await (reply.raw.exchange?.read ??
          scope.responseCache.recording(() => read(request)));
        if ('movedTo' in result) return movedTo(reply, result.movedTo);
        return sendText(request, reply, result, basis);
      },
    },
  });
}
