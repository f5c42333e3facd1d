// Rate limits: how many requests an IP address or a key may send. The operator's own machine is exempt.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type ErrorCode, Problem } from '../../errors.ts';
import type { Counts, Rate, Taken } from './counters.ts';

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

/** The rate limits of an application. Each has its own count, known by the order of creation. */
export class Limits {
  readonly counts: Counts;
  #last = 0;

  constructor(counts: Counts) {
    this.counts = counts;
  }

  /** The same in every process, because all create their limits in the same order. */
  next(): string {
    this.#last += 1;
    return `limit ${this.#last}`;
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Counts a request, and throws when there were too many. Can be used as a hook. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface LimitOptions {
  refusal?: ErrorCode;
  /** What `RateLimit-Policy` calls it, where a client has several. */
  name?: string;
}

/** What is left of a limit. */
export interface LimitLeft {
  limit: number;
  remaining: number;
  window_seconds: number;
  reset_seconds: number;
}

/** A limit that counts by something else than the IP address alone, once it is known. */
export class RateLimit {
  readonly #counts: Counts;
  readonly #what: string;
  readonly #rate: Rate;
  readonly #keyOf: (request: FastifyRequest) => string;
  readonly #isUnlimited: (request: Asking) => boolean;
  readonly #options: LimitOptions;

  constructor(
    scope: FastifyInstance,
    config: Config,
    rate: Rate,
    keyOf: (request: FastifyRequest) => string,
    options: LimitOptions = {},
  ) {
    this.#counts = scope.limits.counts;
    this.#what = scope.limits.next();
    this.#rate = rate;
    this.#keyOf = keyOf;
    this.#options = options;
    this.#isUnlimited = config.rateLimits
      ? unlimited(config, (words) => scope.log.warn(words))
      : () => true;
  }

  /** Counts a request, and throws when there were too many. */
  readonly take: Limit = async (request, reply) => {
    if (this.#isUnlimited(request)) return;
    const taken = await this.#counts.take(this.#what, this.#keyOf(request), this.#rate);
    this.#tell(reply, taken);
    if (!taken.isGranted) throw this.#refused(reply, taken);
  };

  /** Throws where it is known that there were too many, and counts nothing. */
  readonly refuseSpent: Limit = async (request, reply) => {
    const key = this.#keyOf(request);
    if (this.#isUnlimited(request) || !this.#counts.isSpent(this.#what, key, this.#rate)) return;
    const spent = await this.#counts.peek(this.#what, key, this.#rate);
    this.#tell(reply, spent);
    throw this.#refused(reply, spent);
  };

  /** Null where the request is not limited. */
  async left(request: FastifyRequest): Promise<LimitLeft | null> {
    if (this.#isUnlimited(request)) return null;
    const taken = await this.#counts.peek(this.#what, this.#keyOf(request), this.#rate);
    return {
      limit: this.#rate.max,
      remaining: taken.left,
      window_seconds: this.#rate.windowMs / 1000,
      reset_seconds: secondsUntil(taken.endsAt),
    };
  }

  /** Of several limits, the response tells of the one with the least left. */
  #tell(reply: FastifyReply, { left, endsAt }: Taken): void {
    if (left > Number(reply.getHeader('ratelimit-remaining') ?? left)) return;
    const { max, windowMs } = this.#rate;
    reply.headers({
      'ratelimit-limit': max,
      'ratelimit-remaining': left,
      'ratelimit-reset': secondsUntil(endsAt),
    });
    const { name } = this.#options;
    if (name) reply.header('ratelimit-policy', `"${name}";q=${max};w=${windowMs / 1000}`);
  }

  #refused(reply: FastifyReply, { endsAt }: Taken): Problem {
    reply.header('retry-after', secondsUntil(endsAt));
    return new Problem(this.#options.refusal ?? 'too_many_requests');
  }
}

const secondsUntil = (time: number) => Math.ceil((time - Date.now()) / 1000);

/** The same as hooks: none, where limits are off. */
export const limiter = (
  scope: FastifyInstance,
  config: Config,
  rate: Rate,
  keyOf: (request: FastifyRequest) => string,
  refusal: ErrorCode = 'too_many_requests',
): Limit[] =>
  config.rateLimits ? [new RateLimit(scope, config, rate, keyOf, { refusal }).take] : [];

type Asking = Pick<IncomingMessage, 'socket' | 'headers'>;

/** Whether a request is the operator's own and is not counted. */
export function unlimited(
  config: Config,
  warn: (words: string) => void,
): (request: Asking) => boolean {
  let told = false;
  return (request) => {
    if (!isFromThisMachine(request)) return false;
    if (!isForwarded(request)) return true;
    if (config.trustProxy === false && !told) {
      told = true;
      warn('Requests come through a proxy and are limited as one IP address: set TRUST_PROXY.');
    }
    return false;
  };
}

/** By the peer itself, not by what a proxy header says. */
export const isFromThisMachine = ({ socket }: Pick<Asking, 'socket'>) =>
  LOOPBACK.test(socket.remoteAddress ?? '');

const isForwarded = ({ headers }: Pick<Asking, 'headers'>) =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
