// How many requests an address or a key may send. The operator's own machine is not limited.

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type ErrorCode, Problem } from '../errors.ts';
import type { RATES } from '../schemas/limits.ts';

type Rate = (typeof RATES)[keyof typeof RATES];

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Counts a request, and throws when there were too many. Also good as a hook. */
export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Limits that count by something else than the address alone, once it is known. */
export async function limiter(
  scope: FastifyInstance,
  config: Config,
  rate: Rate,
  keyGenerator: (request: FastifyRequest) => string,
  refusal: ErrorCode = 'too_many_requests',
): Promise<Limit[]> {
  if (!config.rateLimits) return [];
  if (!scope.hasDecorator('createRateLimit')) await scope.register(rateLimit, { global: false });
  // Not the plugin's own hook: where a request meets several, only the first would count.
  const count = scope.createRateLimit({
    ...settings(config, rate, (words) => scope.log.warn(words)),
    keyGenerator,
  });
  return [
    async (request, reply) => {
      const counted = await count(request);
      if (counted.isAllowed) return;
      const { max, remaining, ttlInSeconds, isExceeded } = counted;
      reply.headers({
        'ratelimit-limit': max,
        'ratelimit-remaining': remaining,
        'ratelimit-reset': ttlInSeconds,
      });
      if (!isExceeded) return;
      reply.header('retry-after', ttlInSeconds);
      throw new Problem(refusal);
    },
  ];
}

function settings(config: Config, { max, windowMs }: Rate, warn: (words: string) => void) {
  return { max, timeWindow: windowMs, allowList: unlimited(config, warn) };
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
