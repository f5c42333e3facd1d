// CORS: opens a scope to browsers of every origin, without credentials.

import type { FastifyInstance, FastifyReply } from 'fastify';

const EXPOSED = 'ETag, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

interface Preflight {
  methods: string;
  headers: string;
  /** Response headers that scripts of other origins may read, besides the usual ones. */
  exposed?: string;
}

/** Every request header is allowed, because libraries add their own; the wildcard doesn't include Authorization. */
const PUBLIC_READ: Preflight = { methods: 'GET, HEAD', headers: '*, Authorization' };

export function allowAllOrigins(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', EXPOSED);
}

/** Closes one person's response to other origins, in a scope that is open to all of them. */
export const refuseOrigins = (reply: FastifyReply): FastifyReply =>
  reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers');

export function openToAllOrigins(
  scope: FastifyInstance,
  { methods, headers, exposed }: Preflight = PUBLIC_READ,
): void {
  scope.addHook('onRequest', (request, reply, done) => {
    allowAllOrigins(reply);
    if (exposed) reply.header('access-control-expose-headers', `${EXPOSED}, ${exposed}`);
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', methods);
      reply.header('access-control-allow-headers', headers);
      reply.header('access-control-max-age', '86400');
    }
    done();
  });
}
