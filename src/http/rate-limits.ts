// How many requests an address or a key may send. The operator's own machine is not limited.

import { isIPv6 } from 'node:net';
import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { RATES } from '../schemas/limits.ts';

type Rate = (typeof RATES)[keyof typeof RATES];

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Every request to this scope counts, by address. */
export async function limitReads(scope: FastifyInstance, config: Config): Promise<void> {
  if (!config.rateLimits) return;
  await scope.register(rateLimit, {
    ...settings(config, RATES.read),
    keyGenerator: (request) => addressKey(request.ip),
  });
}

/** Hooks that count by something else than the address, once it is known. */
export async function limiter(
  scope: FastifyInstance,
  config: Config,
  rate: Rate,
  keyGenerator: (request: FastifyRequest) => string,
): Promise<onRequestHookHandler[]> {
  if (!config.rateLimits) return [];
  if (!scope.hasDecorator('rateLimit')) await scope.register(rateLimit, { global: false });
  return [scope.rateLimit({ ...settings(config, rate), keyGenerator })];
}

function settings(config: Config, { max, windowMs }: Rate): RateLimitPluginOptions {
  return {
    max,
    timeWindow: windowMs,
    enableDraftSpec: true,
    allowList: unlimited(config),
    errorResponseBuilder: () => new Problem('too_many_requests'),
  };
}

function unlimited(config: Config): (request: FastifyRequest) => boolean {
  let told = false;
  return (request) => {
    if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return false;
    if (!isForwarded(request)) return true;
    if (config.trustProxy === false && !told) {
      told = true;
      request.log.warn(
        'Requests come through a proxy and are limited as one address: set TRUST_PROXY.',
      );
    }
    return false;
  };
}

const isForwarded = ({ headers }: FastifyRequest) =>
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
