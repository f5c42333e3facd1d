// Opens a scope to browsers of every origin, without credentials.

import type { FastifyInstance, FastifyReply } from 'fastify';

const EXPOSED = 'ETag, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

interface Preflight {
  methods: string;
  headers: string;
}

export function allowAllOrigins(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', EXPOSED);
}

export function openToAllOrigins(
  scope: FastifyInstance,
  { methods, headers }: Preflight = { methods: 'GET, HEAD', headers: 'Accept, If-None-Match' },
): void {
  scope.addHook('onRequest', (request, reply, done) => {
    allowAllOrigins(reply);
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', methods);
      reply.header('access-control-allow-headers', headers);
      reply.header('access-control-max-age', '86400');
    }
    done();
  });
}
