// The security headers of every response, whichever code writes it.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** What no page of ours uses, and nothing that is shown in one may. */
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
    // A public page may open a window of another site, such as a shop's, and stay its opener.
    [OPENER_POLICY]: 'same-origin-allow-popups',
    // For this host alone: others of the domain may not be served over https.
    ...(baseUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${A_YEAR_SECONDS}`,
    }),
  };
}

/** Before every other hook, so that what a hook refuses has them too. */
export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** For one person: nothing in this scope is stored anywhere, and no other site's window holds on to it. */
export function storeNothing(scope: FastifyInstance): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', [OPENER_POLICY]: 'same-origin' });
    done();
  });
}
