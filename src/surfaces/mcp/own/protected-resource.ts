// RFC 9728: the metadata of /mcp for clients without a token. It isn't at the root, because clients of /api/mcp look
// there, and must find no sign-in.

import type { FastifyInstance } from 'fastify';
import { sendText } from '../../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../../http/cors.ts';
import { answerAsJson } from '../../../http/error-responses.ts';
import { limitReads } from '../../../http/limits/read-rate-limit.ts';
import { resource } from '../../../http/resource.ts';
import type { Context } from '../../../operations/operation.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { KEY_SCOPES } from '../../../schemas/vocabulary.ts';

export async function protectedResource(
  scope: FastifyInstance,
  { config, identity, store }: Context,
): Promise<void> {
  openToAllOrigins(scope);
  answerAsJson(scope, store);
  limitReads(scope);
  const urls = urlsOf(config.baseUrl);
  const facts = () => ({
    resource: urls.ownToolServer,
    authorization_servers: [urls.authorizationServer],
    scopes_supported: KEY_SCOPES.toSorted(),
    bearer_methods_supported: ['header'],
    resource_name: identity.current.name,
    resource_documentation: `${config.baseUrl}/developers#tools`,
  });
  resource(scope, '/.well-known/oauth-protected-resource/mcp', {
    GET: {
      schema: { hide: true },
      handler: (request, reply) =>
        sendText(request, reply, {
          type: 'application/json; charset=utf-8',
          body: JSON.stringify(facts()),
          maxAge: config.publicMaxAge,
        }),
    },
  });
}
