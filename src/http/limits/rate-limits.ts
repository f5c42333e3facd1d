// How many requests an address or a key may send. The operator's own machine is not limited.

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type ErrorCode, Problem } from '../../errors.ts';
import type { Counts, Rate } from './counters.ts';

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

/** The counts of an application, each limit with its own: they are known by their order. */
export class Limits {
  readonly counts: Counts;
  #last = 0;

  constructor(counts: Counts) {
    this.counts = counts;
  }

  /** The same in every process: all put the application together in the same order. */
  next(): string {
    this.#last += 1;
    return `limit ${this.#last}`;
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Counts a request, and throws when there were too many. Also good as a hook. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Limits that count by something else than the address alone, once it is known. */
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
      reply.headers({
        'ratelimit-limit': rate.max,
        'ratelimit-remaining': left,
        'ratelimit-reset': secondsLeft,
      });
      if (isGranted) return;
      reply.header('retry-after', secondsLeft);
      throw new Problem(refusal);
    },
  ];
}

type Asking = Pick<IncomingMessage, 'socket' | 'headers'>;

/** Whether a request is the operator's own, so that nobody counts it. */
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
      warn('Requests come through a proxy and are limited as one address: set TRUST_PROXY.');
    }
    return false;
  };
}

/** By the peer itself, whoever it speaks for. */
export const isFromThisMachine = ({ socket }: Pick<Asking, 'socket'>) =>
  LOOPBACK.test(socket.remoteAddress ?? '');

const isForwarded = ({ headers }: Pick<Asking, 'headers'>) =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;

/** One customer of an IPv6 network has a /64, so that is what counts as one address. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
