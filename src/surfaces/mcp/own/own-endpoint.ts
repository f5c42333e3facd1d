// /mcp: the writer's own tools, for programs with a key or connected by OAuth.

import type { FastifyInstance } from 'fastify';
import { openToAllOrigins } from '../../../http/cors.ts';
import { refuseForeignHosts } from '../../../http/dns-rebinding.ts';
import { resource } from '../../../http/resource.ts';
import type { Context } from '../../../operations/operation.ts';
import { Messages } from '../messages.ts';
import { sendFailure } from '../responses.ts';
import { WRITERS_CATALOGUE } from './own-catalogue.ts';
import { ProgramRequests } from './program-requests.ts';

/** Scripts set the token themselves, so there is no cookie that another site could abuse. */
const PREFLIGHT = {
  methods: 'POST',
  headers:
    'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  exposed: 'WWW-Authenticate',
};

/** `context` reads the writers' own content; `open` reads only public content. */
export async function ownToolEndpoint(
  scope: FastifyInstance,
  context: Context,
  open: Context,
): Promise<void> {
  scope.setErrorHandler(sendFailure(context, 'POST'));
  openToAllOrigins(scope, PREFLIGHT);
  refuseForeignHosts(scope, context.config);
  const programs = new ProgramRequests(scope, context);
  scope.addHook('onRequest', programs.identify);
  const messages = new Messages(scope, open, WRITERS_CATALOGUE);
  resource(scope, '/mcp', {
    POST: {
      // The endpoint has its own metadata for clients, so the API's description leaves it out.
      schema: { hide: true },
      handler: (request, reply) =>
        messages.answer(request, reply, (tool) => programs.admit(request, reply, tool)),
    },
  });
}
