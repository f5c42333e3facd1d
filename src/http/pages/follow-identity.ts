// Refreshes the site's identity at the start of each request.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../operations/operation.ts';

/** Refreshes the identity in a scope whose responses contain the site's name. */
export function followIdentity(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', (request, _reply, done) => refresh(context, request, done));
}

/** Refreshes the identity for the 404 page, which belongs to no scope. */
export function followIdentityWhereNothingIs(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refresh(context, request, done);
    else done();
  });
}

/** If the database fails, the response has the last known identity and isn't cached. */
function refresh({ identity }: Context, request: FastifyRequest, done: () => void): void {
  identity.refresh().then((isCurrent) => {
    if (!isCurrent) request.contentVersion = null;
    done();
  });
}
