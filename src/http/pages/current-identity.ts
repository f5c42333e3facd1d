// Requests are answered with the site's identity as it is when they begin.

import type { FastifyInstance } from 'fastify';
import { refreshIdentity } from '../../operations/identity/identity.ts';
import type { Context } from '../../operations/operation.ts';

/** In a scope whose responses name the site. Public reads are also answered without hooks, and see to it themselves. */
export function followIdentity(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const reading = routeOptions.config.publicRead ? null : refreshIdentity(context);
    goOn(reading, () => done());
  });
}

/** For the page that says that nothing is there. */
export function followIdentityWhereNothingIs(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', ({ is404 }, _reply, done) => {
    goOn(is404 ? refreshIdentity(context) : null, () => done());
  });
}

/** Whatever is wrong with the database: what needs nothing else of it has the identity that was last known. */
function goOn(reading: Promise<void> | null, next: () => void): void {
  if (reading === null) next();
  else void reading.then(next, next);
}
