// Requests with a writer's API key: authenticates the client and applies the key's rate limits.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { bearerToken } from '../../http/bearer.ts';
import { networkOf } from '../../http/limits/client-address.ts';
import type { KeyLimits, LimitName } from '../../http/limits/key-limits.ts';
import { type Limit, RateLimit } from '../../http/limits/rate-limits.ts';
import type { KeyActor } from '../../operations/actor.ts';
import { actorForKey } from '../../operations/api-keys/api-keys.ts';
import type { Context } from '../../operations/operation.ts';
import { RATES } from '../../schemas/requests/rates.ts';

export class KeyRequests {
  readonly #context: Context;
  readonly #actors = new WeakMap<FastifyRequest, KeyActor>();
  readonly #strangers: RateLimit;
  readonly #limits: KeyLimits;

  constructor(scope: FastifyInstance, context: Context) {
    this.#context = context;
    this.#strangers = new RateLimit(scope, RATES.read, networkOf);
    this.#limits = scope.keyLimits;
  }

  actorOf(request: FastifyRequest): KeyActor {
    const actor = this.#actors.get(request);
    if (!actor) throw new Problem('unauthorised');
    return actor;
  }

  /** Hooks run before the body is parsed, so a client without permission gets that error even for an invalid body. */
  hooks(name: LimitName): Limit[] {
    const take: Limit = (request, reply) =>
      this.#limits.take(name, this.actorOf(request), request, reply);
    return [this.#strangers.refuseSpent, this.#authenticate, take];
  }

  /** Requests left of each rate limit; null if requests from this IP address aren't limited. */
  limitsLeft(request: FastifyRequest): ReturnType<KeyLimits['left']> {
    return this.#limits.left(request);
  }

  readonly #authenticate: Limit = async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      this.#actors.set(request, await this.#actorFor(request));
    } catch (error) {
      if (error instanceof Problem) await this.#countStranger(request, reply, error);
      throw error;
    }
    request.isKnownSender = true;
  };

  async #actorFor({ raw, method }: FastifyRequest): Promise<KeyActor> {
    const actor = await actorForKey(this.#context, bearerToken(raw));
    const isReading = method === 'GET' || method === 'HEAD';
    if (!isReading && !actor.mayWrite) throw new Problem('scope_refused');
    return actor;
  }

  /** Failed attempts are counted by IP address, which slows down guessing; valid keys are counted by key alone. */
  async #countStranger(request: FastifyRequest, reply: FastifyReply, { code }: Problem) {
    await this.#strangers.take(request, reply);
    if (code === 'unauthorised') reply.header('www-authenticate', 'Bearer');
  }
}
