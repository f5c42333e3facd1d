// /api/openapi.json: the OpenAPI document.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sendJson } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { ANY_FAILURE, cachedFile, NOT_MODIFIED } from '../../http/openapi/documented-responses.ts';
import { openApiDocument } from '../../http/openapi/openapi-document.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';

export async function openapi(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  limitReads(scope);
  resource(scope, '/api/openapi.json', {
    GET: {
      schema: {
        operationId: 'getDescription',
        summary: 'Get this description',
        description:
          'Describes the API in OpenAPI 3.1, generated from the schemas that validate its requests.',
        tags: ['Discovery'],
        response: {
          200: cachedFile(
            'The description.',
            'application/json',
            Type.Unsafe({ type: 'object' }),
            `${context.config.baseUrl}/api/openapi.json`,
          ),
          304: NOT_MODIFIED,
          ...ANY_FAILURE,
        },
      },
      handler: (request, reply) =>
        sendJson(
          request,
          reply,
          openApiDocument(scope, context.identity.current.name),
          context.config.publicMaxAge,
        ),
    },
  });
}
