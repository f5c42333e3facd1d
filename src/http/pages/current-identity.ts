// Requests are answered with the site's identity as it is when they begin.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refreshIdentity } from '../../operations/identity/identity.ts';
import type { Context } from '../../operations/operation.ts';

/** In a scope whose responses name the site. */
export function followIdentity(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', (request, _reply, done) => refresh(context, request, done));
}

/** For the page that says that nothing is there. */
export function followIdentityWhereNothingIs(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refresh(context, request, done);
    else done();
  });
}

/** If the database fails, a response with the identity that was last known is sent, and not cached. */
function refresh(context: Context, request: FastifyRequest, done: () => void): void {
  refreshIdentity(context).then(
    () => done(),
    () => {
      request.contentVersion = null;
      done();
    },
  );
}
