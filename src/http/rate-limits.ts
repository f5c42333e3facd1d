// How many requests an address may send. The operator's own machine is not limited.

import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { RATES } from '../schemas/limits.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export async function limitReads(scope: FastifyInstance, config: Config): Promise<void> {
  if (!config.rateLimits) return;
  let told = false;
  await scope.register(rateLimit, {
    max: RATES.read.max,
    timeWindow: RATES.read.windowMs,
    enableDraftSpec: true,
    keyGenerator: (request) => addressKey(request.ip),
    allowList(request) {
      if (!fromThisMachine(request)) return false;
      if (!isForwarded(request)) return true;
      if (config.trustProxy === false && !told) {
        told = true;
        request.log.warn(
          'Requests come through a proxy and are limited as one address: set TRUST_PROXY.',
        );
      }
      return false;
    },
    errorResponseBuilder: () => new Problem('too_many_requests'),
  });
}

const fromThisMachine = (request: FastifyRequest) =>
  LOOPBACK.test(request.socket.remoteAddress ?? '');

const isForwarded = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;

/** One customer of an IPv6 network has a /64, so that is what counts as one address. */
function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
