// Keeps a page elsewhere from reaching a service on one's own machine under a name of its own.

import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Config } from '../../config.ts';
import { Problem } from '../../errors.ts';
import { isFromThisMachine } from '../../http/rate-limits.ts';
import { isLoopback } from '../../outbound/address-guard.ts';

/** A service that is known by a public name is nobody's secret: there is nothing to keep. */
export function refuseForeignHosts({ baseUrl }: Config): onRequestAsyncHookHandler[] {
  const own = new URL(baseUrl);
  if (!isLoopback(own)) return [];
  return [
    async (request) => {
      if (isFromThisMachine(request) && !isOwnHost(request)) throw new Problem('host_refused');
    },
  ];
}

/** By the header itself: whoever rebinds a name can also send what a proxy would. */
function isOwnHost({ headers: { host } }: FastifyRequest): boolean {
  if (host === undefined) return true;
  const meant = URL.parse(`http://${host}`);
  return meant !== null && isLoopback(meant);
}
