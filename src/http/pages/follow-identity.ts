// Refreshes the site's identity at the start of each request.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../operations/operation.ts';

/** For scopes whose responses name the site. */
export function followIdentity(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', (request, _reply, done) => refresh(context, request, done));
}

/** For the 404 page. */
export function followIdentityWhereNothingIs(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refresh(context, request, done);
    else done();
  });
}

/** If the database fails, the response has the last known identity and is not cached. */
function refresh({ identity }: Context, request: FastifyRequest, done: () => void): void {
  identity.refresh().then((isCurrent) => {
    if (!isCurrent) request.contentVersion = null;
    done();
  });
}
