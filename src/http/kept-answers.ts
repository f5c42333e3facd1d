// Finished answers to public reads, kept until something public changes.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Store } from '../store/store.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One encoding of an answer, down to the headers. */
export interface KeptVariant {
  etag: string;
  headers: string[];
  /** Those of a 304. */
  headersWhenHeld: string[];
  body: Buffer;
}

export interface KeptAnswer {
  /** As the router knows it. */
  route: string;
  variants: { [encoding in Encoding]?: KeptVariant };
}

declare module 'fastify' {
  interface FastifyInstance {
    kept: KeptAnswers;
  }
  interface FastifyRequest {
    /** What was public when this request began has this number. */
    contentVersion: number | null;
  }
}

/** Headers that are of one answer and of no other. */
const OF_ONE_ANSWER = /^(?:ratelimit-|retry-after$|set-cookie$)/;

const OF_THE_BODY = /^content-(?:type|length|encoding)$/;

/** A moment, for what changes by itself: with the hours, or with every reader. */
const MOMENT_MS = 1_000;

/** What a body is kept with, roughly. */
const AROUND_BYTES = 1_500;

/** One long answer must not drive out all others. */
const LARGEST_SHARE = 1 / 16;

export class KeptAnswers {
  readonly #store: Pick<Store, 'contentVersion'>;
  readonly #answers: LRUCache<string, KeptAnswer>;
  readonly #largest: number;
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

  find(url: string): KeptAnswer | undefined {
    return this.version() === null ? undefined : this.#answers.get(url);
  }

  /** Keeps what is about to be sent, if nothing has changed since the request began. */
  keep(reply: FastifyReply, encoding: Encoding, body: Buffer, isForAMoment: boolean): void {
    const { request } = reply;
    if (request.contentVersion === null || request.contentVersion !== this.version()) return;
    if (body.length > this.#largest) return;
    const { variants } = this.#answers.get(request.url) ?? { variants: {} };
    const answer = {
      route: request.routeOptions.url ?? request.url,
      variants: { ...variants, [encoding]: variantOf(reply, body) },
    };
    this.#answers.set(request.url, answer, isForAMoment ? { ttl: MOMENT_MS } : {});
  }
}

function sizeOf({ variants }: KeptAnswer, url: string): number {
  const bodies = Object.values(variants).map(({ body }) => body.length + AROUND_BYTES);
  return bodies.reduce((sum, bytes) => sum + bytes, url.length);
}

function variantOf(reply: FastifyReply, body: Buffer): KeptVariant {
  const headers = Object.entries({ ...reply.getHeaders(), 'content-length': body.length })
    .filter(([name, value]) => value !== undefined && !OF_ONE_ANSWER.test(name))
    .map(([name, value]) => [name, String(value)]);
  const [, etag = ''] = headers.find(([name]) => name === 'etag') ?? [];
  const ofOthers = headers.filter(([name = '']) => !OF_THE_BODY.test(name));
  return { etag, headers: headers.flat(), headersWhenHeld: ofOthers.flat(), body };
}

/** Gives an application its kept answers, and notes with each request what was public then. */
export function keepAnswers(app: FastifyInstance, kept: KeptAnswers): void {
  app.decorate('kept', kept);
  app.decorateRequest('contentVersion', null);
  app.addHook('onRequest', async (request) => {
    request.contentVersion = kept.version();
  });
}
