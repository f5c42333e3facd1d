// Rate limits of requests by an IP address or a key. RATE_LIMIT_EXEMPT names networks without limits.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type ErrorCode, Problem } from '../../errors.ts';
import { Networks } from '../../outbound/ip-address-guard.ts';
import { type AddressReader, withoutIPv6Prefix } from './client-address.ts';
import type { Counts, Rate, Taken } from './counters.ts';

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

interface LimitsOptions {
  config: Pick<Config, 'rateLimits' | 'rateLimitExempt' | 'trustProxy'>;
  counts: Counts;
  addressOf: AddressReader;
  warn: (words: string) => void;
}

type Asking = Pick<IncomingMessage, 'socket' | 'headers'>;

const NOT_TRUSTED =
  'Requests come through a proxy, and are limited as one IP address: set TRUST_PROXY.';
const NO_HEADER =
  'A request from this machine has no X-Forwarded-For, though TRUST_PROXY is set. If your proxy sent ' +
  'it, have the proxy set that header: without it, all clients are limited as one IP address.';
const SPENT =
  'Requests from this machine have reached a rate limit. If a proxy sends them, set TRUST_PROXY and ' +
  'have the proxy set X-Forwarded-For; RATE_LIMIT_EXEMPT exempts programs.';

/** Rate limits of an application. Each has a separate count, named by the order of creation. */
export class Limits {
  readonly counts: Counts;
  readonly #options: LimitsOptions;
  readonly #exempt: Networks | null;
  #last = 0;
  #hasAdvised = false;

  constructor(options: LimitsOptions) {
    const { rateLimitExempt } = options.config;
    this.counts = options.counts;
    this.#options = options;
    this.#exempt =
      rateLimitExempt.length > 0 ? new Networks(rateLimitExempt.map(withoutIPv6Prefix)) : null;
  }

  /** Names are the same in every process, because all processes create their limits in the same order. */
  next(): string {
    this.#last += 1;
    return `limit ${this.#last}`;
  }

  isUnlimited(request: Asking): boolean {
    const { config, addressOf } = this.#options;
    if (!config.rateLimits || this.#exempt?.has(addressOf(request))) return true;
    this.#advise(request, false);
    return false;
  }

  refused(request: Asking): void {
    this.#advise(request, true);
  }

  /** Logs once what to set if a proxy on this machine isn't trusted, because all clients then count as one. */
  #advise(request: Asking, isRefused: boolean): void {
    if (this.#hasAdvised || !isFromThisMachine(request)) return;
    const { config, warn } = this.#options;
    const words = adviceOn(request, config.trustProxy !== false, isRefused);
    if (!words) return;
    this.#hasAdvised = true;
    warn(words);
  }
}

function adviceOn({ headers }: Asking, isTrusting: boolean, isRefused: boolean): string | null {
  const isNoted = headers['x-forwarded-for'] !== undefined;
  if (isTrusting) return isNoted ? null : NO_HEADER;
  if (isNoted || headers['forwarded'] !== undefined) return NOT_TRUSTED;
  return isRefused ? SPENT : null;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Hook that counts a request, and throws if the client has sent too many. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface LimitOptions {
  refusal?: ErrorCode;
  /** Name in `RateLimit-Policy`, for clients that are under several limits. */
  name?: string;
}

export interface LimitLeft {
  limit: number;
  remaining: number;
  window_seconds: number;
  reset_seconds: number;
}

/** Rate limit with any key, such as an API key; ReadLimit counts by IP address alone. */
export class RateLimit {
  readonly #limits: Limits;
  readonly #what: string;
  readonly #rate: Rate;
  readonly #keyOf: (request: FastifyRequest) => string;
  readonly #options: LimitOptions;

  constructor(
    scope: FastifyInstance,
    rate: Rate,
    keyOf: (request: FastifyRequest) => string,
    options: LimitOptions = {},
  ) {
    this.#limits = scope.limits;
    this.#what = scope.limits.next();
    this.#rate = rate;
    this.#keyOf = keyOf;
    this.#options = options;
  }

  readonly take: Limit = async (request, reply) => {
    if (this.#limits.isUnlimited(request.raw)) return;
    const taken = await this.#limits.counts.take(this.#what, this.#keyOf(request), this.#rate);
    this.#tell(reply, taken);
    if (!taken.isGranted) throw this.#refused(request, reply, taken);
  };

  /** Throws if the limit is known to be spent; the request isn't counted. */
  readonly refuseSpent: Limit = async (request, reply) => {
    const key = this.#keyOf(request);
    if (
      this.#limits.isUnlimited(request.raw) ||
      !this.#limits.counts.isSpent(this.#what, key, this.#rate)
    )
      return;
    const spent = await this.#limits.counts.peek(this.#what, key, this.#rate);
    this.#tell(reply, spent);
    throw this.#refused(request, reply, spent);
  };

  /** Null if the request is exempt from limits. */
  async left(request: FastifyRequest): Promise<LimitLeft | null> {
    if (this.#limits.isUnlimited(request.raw)) return null;
    const taken = await this.#limits.counts.peek(this.#what, this.#keyOf(request), this.#rate);
    return {
      limit: this.#rate.max,
      remaining: taken.left,
      window_seconds: this.#rate.windowMs / 1000,
      reset_seconds: secondsUntil(taken.endsAt),
    };
  }

  /** RateLimit headers describe the limit with the fewest requests left, if several apply. */
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

  #refused({ raw }: FastifyRequest, reply: FastifyReply, { endsAt }: Taken): Problem {
    this.#limits.refused(raw);
    reply.header('retry-after', secondsUntil(endsAt));
    return new Problem(this.#options.refusal ?? 'too_many_requests');
  }
}

const secondsUntil = (time: number) => Math.ceil((time - Date.now()) / 1000);

export const limiter = (
  scope: FastifyInstance,
  config: Config,
  rate: Rate,
  keyOf: (request: FastifyRequest) => string,
  refusal: ErrorCode = 'too_many_requests',
): Limit[] => (config.rateLimits ? [new RateLimit(scope, rate, keyOf, { refusal }).take] : []);

/** The peer's address is checked, because any client can send proxy headers. */
export const isFromThisMachine = ({ socket }: Pick<Asking, 'socket'>) =>
  LOOPBACK.test(socket.remoteAddress ?? '');
