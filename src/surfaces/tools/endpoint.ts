// /api/mcp: one message a request, and each request by itself. No sessions, no streams.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendText } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { refuseForeignHosts } from '../../http/dns-rebinding.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { isNotification, messageFrom } from './json-rpc.ts';
import { CachedAnswer, MessageCache, readMessages } from './message-cache.ts';
import { methodOf, methodsOf } from './methods.ts';
import { describedDiscovery, describedMessage } from './openapi.ts';
import { eraOf, mcpHeaders, requireRevision } from './protocol-versions.ts';
import { answerWith, sendAnswer, sendFailure } from './responses.ts';
import { discoveryOf } from './server-info.ts';
import { cachedResult } from './tool-result-cache.ts';

const PREFLIGHT = {
  methods: 'GET, POST',
  headers: 'Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
};

export async function toolEndpoint(scope: FastifyInstance, context: Context): Promise<void> {
  scope.setErrorHandler(sendFailure(context));
  openToAllOrigins(scope, PREFLIGHT);
  refuseForeignHosts(scope, context.config);
  limitReads(scope);
  const answers = new MessageCache(scope.responseCache);
  readMessages(scope, answers);
  const methods = methodsOf(context);
  const discovery = discoveryOf(context.config);

  resource(scope, '/api/mcp', {
    GET: {
      schema: describedDiscovery(context.config),
      async handler(request, reply) {
        // Official clients open a stream this way, and without a 405 they retry forever.
        const wantsStream = /text\/event-stream/i.test(request.headers.accept ?? '');
        if (wantsStream) throw new Problem('method_not_allowed');
        // No max-age, whatever the operator set: a cache would send this to clients that want a stream.
        return sendText(request, reply, {
          type: 'application/json; charset=utf-8',
          body: JSON.stringify(discovery),
          maxAge: 0,
          changesWith: 'request',
        });
      },
    },
    POST: {
      schema: describedMessage(context.config, methods),
      handler(request, reply) {
        if (!(request.body instanceof CachedAnswer)) return answer(request, reply);
        request.isCacheHit = true;
        // Nothing to wait for, so no promise either.
        sendAnswer(reply, request.body);
        return undefined;
      },
    },
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const headers = mcpHeaders(request);
    const message = messageFrom(request.body);
    const isAnswered = !isNotification(message);
    if (isAnswered || eraOf(headers, message) === 'handshake') {
      requireRevision(headers, message);
    }
    if (!isAnswered) return reply.code(202).send();
    const era = eraOf(headers, message);
    const method = methodOf(methods, era, message.method);
    const result = await request.server.admission.inToolTurn(reply.raw, () =>
      cachedResult(reply, era, message, method),
    );
    const finished = await answerWith(request, message.id ?? null, result);
    if (result.cached) answers.put(request.messageKey, result.cached, finished);
    return sendAnswer(reply, finished);
  }
}
