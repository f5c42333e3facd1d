// /api/mcp: the tools that read public content, without a key.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendText } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { refuseForeignHosts } from '../../http/dns-rebinding.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { PUBLIC_CATALOGUE } from './catalogue.ts';
import { Messages } from './messages.ts';
import { describedDiscovery, describedMessage } from './openapi.ts';
import { sendFailure } from './responses.ts';
import { discoveryOf } from './server-info.ts';

const PREFLIGHT = {
  methods: 'GET, POST',
  headers: 'Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
};

export async function toolEndpoint(scope: FastifyInstance, context: Context): Promise<void> {
  scope.setErrorHandler(sendFailure(context, 'GET, POST'));
  openToAllOrigins(scope, PREFLIGHT);
  refuseForeignHosts(scope, context.config);
  limitReads(scope);
  const messages = new Messages(scope, context, PUBLIC_CATALOGUE);

  resource(scope, '/api/mcp', {
    GET: {
      schema: describedDiscovery(context),
      async handler(request, reply) {
        // Official clients open a stream with this request; without a 405, they retry forever.
        const wantsStream = /text\/event-stream/i.test(request.headers.accept ?? '');
        if (wantsStream) throw new Problem('method_not_allowed');
        // The response never has a max-age, because a cache would send it to clients that want a stream.
        return sendText(request, reply, {
          type: 'application/json; charset=utf-8',
          body: JSON.stringify(discoveryOf(context)),
          maxAge: 0,
          changesWith: 'request',
        });
      },
    },
    POST: {
      schema: describedMessage(context.config, messages.methods),
      handler: (request, reply) => messages.answer(request, reply),
    },
  });
}
