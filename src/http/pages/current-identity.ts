// Requests are answered with the site's identity as it is when they begin.

import type { FastifyInstance } from 'fastify';
import { refreshIdentity } from '../../operations/identity/identity.ts';
import type { Context } from '../../operations/operation.ts';

/** In a scope whose responses name the site. Public reads are also answered without hooks, and see to it themselves. */
export function followIdentity(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const reading = routeOptions.config.publicRead ? null : refreshIdentity(context);
    if (reading === null) done();
    else void reading.then(() => done(), done);
  });
}

/** For the page that says that nothing is there, whatever is wrong with the database. */
export function followIdentityWhereNothingIs(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', ({ is404 }, _reply, done) => {
    const reading = is404 ? refreshIdentity(context) : null;
    const next = () => done();
    if (reading === null) next();
    else void reading.then(next, next);
  });
}
