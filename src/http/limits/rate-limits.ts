// Rate limits: how many requests an IP address or a key may send. The operator's own machine is exempt.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type ErrorCode, Problem } from '../../errors.ts';
import type { Counts, Rate } from './counters.ts';

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

/** Limits that count by something else than the IP address alone, once it is known. */
export function limiter(
  scope: FastifyInstance,
  config: Config,
  rate: Rate,
  keyOf: (request: FastifyRequest) => string,
  refusal: ErrorCode = 'too_many_requests',
): Limit[] {
  if (!config.rateLimits) return [];
  const isUnlimited = unlimited(config, (words) => scope.log.warn(words));
  const what = scope.limits.next();
  return [
    async (request, reply) => {
      if (isUnlimited(request)) return;
      const { isGranted, left, endsAt } = await scope.limits.counts.take(
        what,
        keyOf(request),
        rate,
      );
      const secondsLeft = Math.ceil((endsAt - Date.now()) / 1000);
      // Of several limits, the response tells of the one with the least left.
      if (left <= Number(reply.getHeader('ratelimit-remaining') ?? left)) {
        reply.headers({
          'ratelimit-limit': rate.max,
          'ratelimit-remaining': left,
          'ratelimit-reset': secondsLeft,
        });
      }
      if (isGranted) return;
      reply.header('retry-after', secondsLeft);
      throw new Problem(refusal);
    },
  ];
}

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
