// /api/openapi.json: the API described by the very schemas that check its requests.

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { openToAllOrigins } from '../../http/cors.ts';
import { limitReads } from '../../http/rate-limits.ts';
import { sendJson } from '../../http/representation.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { withNamedRecords } from './named-records.ts';

/** Call it before any route is added: it takes down each one as it comes. */
export async function describeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { baseUrl, siteName } = context.config;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${siteName} API`,
        version: '1.0.0',
        description:
          'Read published pieces and their authors, and draft with a writer’s key. Reading needs no ' +
          'key and is open to browsers of every origin. No call makes anything public.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'Authors', description: 'The people who write.' },
        { name: 'Pieces', description: 'What they have published.' },
        { name: 'Writing', description: 'Drafting with a writer’s key.' },
      ],
      security: [],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key that the writer minted at their desk: pk_live_ and 64 hex digits.',
          },
        },
      },
    },
    hideUntagged: true,
  });
}

export async function openapi(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  await limitReads(scope, context.config);
  let document: unknown;
  resource(scope, '/api/openapi.json', {
    GET: {
      handler(request, reply) {
        document ??= withNamedRecords(scope.swagger());
        return sendJson(request, reply, document, context.config.publicMaxAge);
      },
    },
  });
}
