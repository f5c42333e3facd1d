// OpenAPI document of every route with a tag, from the schemas that validate requests.

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { getObject, type JsonObject } from '../json.ts';
import { withNamedSchemas } from './named-schemas.ts';

const TAGS = [
  { name: 'Authors', description: 'The people who write.' },
  { name: 'Pieces', description: 'What they have published.' },
  { name: 'Feeds', description: 'The same writing in formats that readers follow.' },
  { name: 'MCP', description: 'The same reading as tools, for AI clients.' },
  { name: 'Writing', description: 'Drafting with a writer’s key.' },
  { name: 'Discovery', description: 'What tells a program what is here.' },
];

/** Call this before adding routes, because Swagger records each route when it is registered. */
export async function describeRoutes(app: FastifyInstance, config: Config): Promise<void> {
  const { baseUrl } = config;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        // The title is set by openApiDocument, because an admin may change the site's name.
        title: '',
        version: '1.0.0',
        description:
          'Read published pieces and their authors, and draft with a writer’s key. Reading needs no ' +
          'key and is open to browsers of every origin. No call makes anything public.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Server URLs are absolute, because clients are generated from saved copies of the document.
      servers: [{ url: baseUrl }],
      tags: TAGS,
      externalDocs: { url: `${baseUrl}/developers`, description: 'The same for people to read.' },
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

const documents = new WeakMap<FastifyInstance['server'], JsonObject>();

/** The document is cached, because routes are only added at startup; the title follows the site's name. */
export function openApiDocument(
  { server, swagger }: FastifyInstance,
  siteName: string,
): JsonObject {
  const cached = documents.get(server) ?? withNamedSchemas(swagger());
  documents.set(server, cached);
  const info = { ...getObject(cached, 'info'), title: `${siteName} API` };
  return { ...cached, info };
}
