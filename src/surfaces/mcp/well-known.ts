// Discovery documents of the tool server, for clients and registries that haven't connected yet.

import type { FastifyInstance } from 'fastify';
import { sendText } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { answerAsJson, notFound } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { ANNOUNCEMENTS, announcedRoute } from './server-documents.ts';

/** Well-known names under which clients look for a sign-in. */
const SIGN_IN = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'];

export async function announced(scope: FastifyInstance, context: Context): Promise<void> {
  const { config, store } = context;
  openToAllOrigins(scope);
  answerAsJson(scope, store);
  limitReads(scope);
  for (const announcement of ANNOUNCEMENTS) {
    const { url, type, facts } = announcement;
    resource(scope, url, {
      GET: {
        schema: announcedRoute(announcement, context),
        handler: (request, reply) =>
          sendText(request, reply, {
            type,
            body: JSON.stringify(facts(context)),
            maxAge: config.publicMaxAge,
          }),
      },
    });
  }
  for (const name of SIGN_IN) {
    // Public tools have no sign-in; with any status but 404, a client would try one.
    for (const url of [`/.well-known/${name}`, `/.well-known/${name}/*`]) {
      resource(scope, url, { GET: { schema: { hide: true }, handler: notFound } });
    }
  }
}
