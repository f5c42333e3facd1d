// Finished answers to public reads, kept until something public changes.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Store } from '../../store/store.ts';
import { acceptedEncoding, type Encoding } from './representation.ts';
import { RequestCoalescing } from './request-coalescing.ts';

/** One encoding of an answer, down to the headers. */
export interface CachedResponse {
  /** As the router knows it. */
  route: string;
  etag: string;
  headers: string[];
  /** Those of a 304. */
  headersWhenHeld: string[];
  body: Buffer;
  /** When what changes by itself is to be made anew. */
  freshUntil: number;
}

type Encodings = { [encoding in Encoding]?: CachedResponse };

interface Headers {
  [name: string]: unknown;
}

interface Finished {
  /** Where it is not the address alone that decides. */
  key?: string;
  /** What the client would have liked, whatever it gets. */
  accepted: Encoding;
  /** Those that are not in the reply yet. */
  headers: Headers;
  body: Buffer;
  changesWith: 'content' | 'time';
}

declare module 'fastify' {
  interface FastifyInstance {
    kept: ResponseCache;
  }
  interface FastifyRequest {
    /** What was public when this request began has this number. */
    contentVersion: number | null;
  }
}

/** Headers that are of one answer and of no other. */
const OF_ONE_ANSWER = /^(?:ratelimit-|retry-after$|set-cookie$)/;

const OF_THE_BODY = /^content-(?:type|length|encoding)$/;

/** How long what changes by itself is good, with the hours or with every reader. */
const MOMENT_MS = 1_000;

/** What a body is kept with, roughly. */
const AROUND_BYTES = 1_500;

/** One long answer must not drive out all others. */
const LARGEST_SHARE = 1 / 16;

export class ResponseCache {
  readonly #store: Pick<Store, 'contentVersion'>;
  readonly #answers: LRUCache<string, Encodings>;
  readonly #largest: number;
  readonly makers = new RequestCoalescing();
  #version: number | null = null;

  constructor(store: Pick<Store, 'contentVersion'>, bytes: number) {
    this.#store = store;
    this.#largest = bytes * LARGEST_SHARE;
    // With no room at all nothing fits, and nothing is kept.
    this.#answers = new LRUCache({ maxSize: Math.max(1, bytes), sizeCalculation: sizeOf });
  }

  /** The number of what is public now; null while that is not known. */
  version(): number | null {
    const version = this.#store.contentVersion();
    if (version !== this.#version) {
      this.#answers.clear();
      this.#version = version;
    }
    return version;
  }

  find(url: string, encoding: Encoding): CachedResponse | undefined {
    if (this.version() === null) return undefined;
    const answer = this.#answers.get(url)?.[encoding];
    return answer && isFresh(answer) ? answer : undefined;
  }

  /** Keeps what is about to be sent, if nothing has changed since the request began. */
  keep(reply: FastifyReply, { accepted, headers, body, changesWith, ...given }: Finished): void {
    const { contentVersion, routeOptions, url } = reply.request;
    const key = given.key ?? url;
    if (contentVersion === null || contentVersion !== this.version()) return;
    if (body.length > this.#largest) return;
    const answer = {
      route: routeOptions.url ?? url,
      ...headersFor({ ...reply.getHeaders(), ...headers }),
      body: alone(body),
      freshUntil: changesWith === 'time' ? performance.now() + MOMENT_MS : Number.POSITIVE_INFINITY,
    };
    this.#answers.set(key, { ...this.#answers.peek(key), [accepted]: answer });
    this.makers.made(wanted(key, accepted));
  }
}

/** In memory of its own size: as it comes, it may be a small part of some block and keep all of it. */
function alone(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

const isFresh = ({ freshUntil }: CachedResponse) =>
  freshUntil === Number.POSITIVE_INFINITY || performance.now() < freshUntil;

/** One encoding of what is kept under a key, for those who wait for it. */
export const wanted = (key: string, encoding: Encoding) => `${encoding} ${key}`;

function sizeOf(encodings: Encodings, key: string): number {
  const sizes = Object.values(encodings).map(({ body }) => body.length + AROUND_BYTES);
  return sizes.reduce((sum, bytes) => sum + bytes, key.length);
}

function headersFor(given: Headers) {
  const lines = Object.entries(given)
    .filter(([name, value]) => value !== undefined && !OF_ONE_ANSWER.test(name))
    .map(([name, value]) => [name, String(value)] as const);
  return {
    etag: String(given['etag'] ?? ''),
    headers: lines.flat(),
    headersWhenHeld: lines.filter(([name]) => !OF_THE_BODY.test(name)).flat(),
  };
}

/** Gives an application its kept answers, and notes with each request what was public then. */
export function useResponseCache(app: FastifyInstance, kept: ResponseCache): void {
  app.decorate('kept', kept);
  app.decorateRequest('contentVersion', null);
  app.addHook('onRequest', async (request) => {
    request.contentVersion = kept.version();
  });
  // However long a client takes to read what is not kept, others do not wait for that.
  app.addHook('onSend', async (request) => {
    kept.makers.end(wanted(request.url, acceptedEncoding(request)), request.raw);
  });
}
