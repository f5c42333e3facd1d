// Rate limits of an API key's or a connected app's requests, with one count over all surfaces.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import type { KeyActor } from '../../operations/actor.ts';
import { RATES } from '../../schemas/requests/rates.ts';
import { type LimitLeft, RateLimit } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    keyLimits: KeyLimits;
  }
}

const LIMITS = { reads: RATES.keyRead, drafts: RATES.write, images: RATES.upload } as const;

export type LimitName = keyof typeof LIMITS;

export class KeyLimits {
  readonly #actors = new WeakMap<FastifyRequest, KeyActor>();
  readonly #limits: { readonly [name in LimitName]: RateLimit };

  constructor(app: FastifyInstance) {
    const limit = (name: LimitName) =>
      new RateLimit(app, LIMITS[name], (request) => this.#actorOf(request).keyId, { name });
    this.#limits = { reads: limit('reads'), drafts: limit('drafts'), images: limit('images') };
  }

  take(name: LimitName, actor: KeyActor, request: FastifyRequest, reply: FastifyReply) {
    this.#actors.set(request, actor);
    return this.#limits[name].take(request, reply);
  }

  /** Null if the request is exempt from limits. */
  async left(request: FastifyRequest): Promise<{ [name in LimitName]: LimitLeft } | null> {
    const { reads, drafts, images } = this.#limits;
    const [read, drafted, uploaded] = await Promise.all([
      reads.left(request),
      drafts.left(request),
      images.left(request),
    ]);
    return read && drafted && uploaded ? { reads: read, drafts: drafted, images: uploaded } : null;
  }

  #actorOf(request: FastifyRequest): KeyActor {
    const actor = this.#actors.get(request);
    if (!actor) throw new Problem('unauthorised');
    return actor;
  }
}
