// /mcp: the writer's own tools, for programs that the writer has let in: with a key, or connected by OAuth.

import type { FastifyInstance } from 'fastify';
import { openToAllOrigins } from '../../../http/cors.ts';
import { refuseForeignHosts } from '../../../http/dns-rebinding.ts';
import { resource } from '../../../http/resource.ts';
import type { Context } from '../../../operations/operation.ts';
import { WRITERS_CATALOGUE } from '../catalogue.ts';
import { Messages } from '../messages.ts';
import { sendFailure } from '../responses.ts';
import { ProgramRequests } from './program-requests.ts';

/** A browser sends a token only where a script has it: there is no cookie that another site could use. */
const PREFLIGHT = {
  methods: 'POST',
  headers:
    'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  exposed: 'WWW-Authenticate',
};

/** `context` has the writers' own; `open` is for what anybody may read. */
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
      // It has its own metadata, which clients read: no part of the API's description.
      schema: { hide: true },
      handler: (request, reply) =>
        messages.answer(request, reply, (tool) => programs.admit(request, reply, tool)),
    },
  });
}
