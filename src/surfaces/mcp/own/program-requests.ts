// Identifies programs that call the writer's own tools; refuses others by status and header, as OAuth clients expect.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import { bearerToken } from '../../../http/bearer.ts';
import { networkOf } from '../../../http/limits/client-address.ts';
import type { KeyLimits } from '../../../http/limits/key-limits.ts';
import { type Limit, RateLimit } from '../../../http/limits/rate-limits.ts';
import type { KeyActor } from '../../../operations/actor.ts';
import { programFor } from '../../../operations/oauth/bearer-token.ts';
import type { Context } from '../../../operations/operation.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import { KEY_SCOPES, type KeyScope } from '../../../schemas/vocabulary.ts';
import type { Caller, Tool } from '../tool.ts';

export class ProgramRequests {
  readonly #context: Context;
  readonly #strangers: RateLimit;
  readonly #limits: KeyLimits;
  readonly #actors = new WeakMap<FastifyRequest, KeyActor>();

  constructor(scope: FastifyInstance, context: Context) {
    this.#context = context;
    this.#strangers = new RateLimit(scope, RATES.read, networkOf);
    this.#limits = scope.keyLimits;
  }

  /** Runs before the body is read. Preflights are let through, because they have no token. */
  readonly identify: Limit = async (request, reply) => {
    if (request.method === 'OPTIONS') return;
    reply.header('cache-control', 'no-store');
    await this.#strangers.refuseSpent(request, reply);
    try {
      const token = bearerToken(request.raw);
      this.#actors.set(request, await programFor(this.#context, token));
    } catch (error) {
      if (error instanceof Problem && error.status === 401) {
        await this.#strangers.take(request, reply);
        this.#challenge(reply, error.code === 'token_refused' ? 'invalid_token' : null);
      }
      throw error;
    }
    request.isKnownSender = true;
    await this.#limits.take('reads', this.#actorOf(request), request, reply);
  };

  /** Tool calls count towards the same limits as requests to the API. */
  async admit(request: FastifyRequest, reply: FastifyReply, tool?: Tool): Promise<Caller> {
    const actor = this.#actorOf(request);
    if (tool?.scope === 'pieces:write') {
      if (!actor.mayWrite) {
        this.#challenge(reply, 'insufficient_scope', tool.scope);
        throw new Problem('scope_missing');
      }
      await this.#limits.take('drafts', actor, request, reply);
    }
    return { context: this.#context, actor };
  }

  #actorOf(request: FastifyRequest): KeyActor {
    const actor = this.#actors.get(request);
    if (!actor) throw new Problem('unauthorised');
    return actor;
  }

  /** Error of RFC 6750 and RFC 9728, with the URL at which a client learns how to get access. */
  #challenge(reply: FastifyReply, error: string | null, needed?: KeyScope): void {
    const { baseUrl } = this.#context.config;
    const parts = [
      ...(error === null ? [] : [`error="${error}"`]),
      `resource_metadata="${urlsOf(baseUrl).resourceMetadata}"`,
      `scope="${needed ?? KEY_SCOPES.toSorted().join(' ')}"`,
    ];
    reply.header('www-authenticate', `Bearer ${parts.join(', ')}`);
  }
}
