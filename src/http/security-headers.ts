// Security headers of every response, including those that Fastify or the cache fast path sends.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Browser features that our pages don't use, and that no script or frame in them may use. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb'],
];

const A_YEAR_SECONDS = 31_536_000;

const OPENER_POLICY = 'cross-origin-opener-policy';

export type SecurityHeaders = { readonly [name: string]: string };

export function securityHeaders({ baseUrl }: Config): SecurityHeaders {
  return {
    'x-content-type-options': 'nosniff',
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    // Public pages may open a window of another site, such as a shop's, and keep a reference to it.
    [OPENER_POLICY]: 'same-origin-allow-popups',
    // Without includeSubDomains, because other hosts of the domain may not be served over https.
    ...(baseUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${A_YEAR_SECONDS}`,
    }),
  };
}

/** Security headers must be registered before every other hook, so that refusals by hooks have them too. */
export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** For responses to one person: nothing is stored, and windows of other sites lose their reference to the page. */
export function storeNothing(scope: FastifyInstance): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', [OPENER_POLICY]: 'same-origin' });
    done();
  });
}
