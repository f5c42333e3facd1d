// Keeps a page elsewhere from reaching a service on one's own machine under a name of its own.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { isLoopback } from '../outbound/ip-address-guard.ts';
import { isFromThisMachine } from './limits/rate-limits.ts';

type Asking = Pick<IncomingMessage, 'socket' | 'headers'>;

/** A service that is known by a public name is nobody's secret: there is nothing to keep. */
export function foreignHosts({ baseUrl }: Config): (request: Asking) => boolean {
  if (!isLoopback(new URL(baseUrl))) return () => false;
  // Clients say the same host over and over, and reading an address costs as much as an answer.
  const known = new LRUCache<string, boolean>({ max: HOSTS });
  const isOwn = (host: string) => {
    const own = known.get(host) ?? isOwnHost(host);
    known.set(host, own);
    return own;
  };
  return (request) => {
    const { host } = request.headers;
    return isFromThisMachine(request) && host !== undefined && !isOwn(host);
  };
}

const HOSTS = 100;

export function refuseForeignHosts(scope: FastifyInstance, config: Config): void {
  const isForeign = foreignHosts(config);
  scope.addHook('onRequest', async (request) => {
    if (isForeign(request)) throw new Problem('host_refused');
  });
}

/** By the header itself: whoever rebinds a name can also send what a proxy would. */
function isOwnHost(host: string): boolean {
  const meant = URL.parse(`http://${host}`);
  return meant !== null && isLoopback(meant);
}
