// Embeds for other sites: the badge, and embed.js with the data of its widgets.

import type { FastifyInstance } from 'fastify';
import { sendText } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { answerAsJson } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { plainScript } from '../../http/pages/assets.ts';
import { readEndpoint } from '../../http/read-endpoint.ts';
import { parameter, resource } from '../../http/resource.ts';
import { embedData } from '../../operations/embeds/embeds.ts';
import type { Context } from '../../operations/operation.ts';
import { badges } from './badge.ts';
import { SCRIPT_TYPE, scriptRoute } from './openapi.ts';

export async function embeds(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  answerAsJson(scope, context.store);
  // Cross-origin isolated pages load only resources that opt in.
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
  limitReads(scope);
  badges(scope, context);
  readEndpoint(scope, context, embedData, {
    url: '/embed/:slug/data.json',
    tag: 'Authors',
    notFound: { meaning: 'No author has this slug.', code: 'author_not_found' },
    writerIn: (request) => parameter(request, 'slug'),
  });
  script(scope, context);
}

/** The URL must never change, because other sites refer to it. */
function script(scope: FastifyInstance, { config }: Context): void {
  resource(scope, '/embed.js', {
    GET: {
      schema: scriptRoute(config),
      handler: (request, reply) =>
        sendText(request, reply, {
          type: `${SCRIPT_TYPE}; charset=utf-8`,
          body: plainScript('embed.js'),
          maxAge: config.publicMaxAge,
        }),
    },
  });
}
