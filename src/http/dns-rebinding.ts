// DNS rebinding protection: keeps web pages from reaching a service on their visitor's own machine.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { isLoopback } from '../outbound/ip-address-guard.ts';
import { isFromThisMachine } from './limits/rate-limits.ts';

const CACHED_HOSTS = 100;

/** Services with a public hostname need no protection, because every page can reach them anyway. */
export function refuseForeignHosts(scope: FastifyInstance, { baseUrl }: Config): void {
  if (!isLoopback(new URL(baseUrl))) return;
  // Results are cached, because parsing a Host costs as much as a cached response, and clients repeat theirs.
  const known = new LRUCache<string, boolean>({ max: CACHED_HOSTS });
  const isForeign = (request: FastifyRequest) => {
    const { host } = request.headers;
    if (host === undefined || !isFromThisMachine(request)) return false;
    const cached = known.get(host);
    if (cached !== undefined) return !cached;
    const isOwn = isOwnHost(host);
    known.set(host, isOwn);
    return !isOwn;
  };
  scope.addHook('onRequest', (request, _reply, done) => {
    done(isForeign(request) ? new Problem('host_refused') : undefined);
  });
}

/** The Host header itself is read, not a proxy's header, because an attacker who rebinds a name can send that too. */
function isOwnHost(host: string): boolean {
  const meant = URL.parse(`http://${host}`);
  return meant !== null && isLoopback(meant);
}
