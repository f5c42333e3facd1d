// OpenAPI document of every route with a tag, from the schemas that validate requests.

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { getObject, type JsonObject } from '../json.ts';
import { withNamedSchemas } from './named-schemas.ts';

const TAGS = [
  { name: 'Authors', description: 'The people who write, and their profiles.' },
  { name: 'Pieces', description: 'The pieces that they have published.' },
  { name: 'Feeds', description: 'The same pieces in formats for feed readers.' },
  { name: 'MCP', description: 'The same pieces through tools for AI clients.' },
  { name: 'Writing', description: 'Create and revise drafts with a writer’s key.' },
  { name: 'Discovery', description: 'Descriptions of this service for programs.' },
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
          'Read published pieces and their authors, and draft with a writer’s key. Reading needs no key and works ' +
          'from any origin in a browser. No API call publishes anything.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Server URLs are absolute, because clients are generated from saved copies of the document.
      servers: [{ url: baseUrl }],
      tags: TAGS,
      externalDocs: {
        url: `${baseUrl}/developers`,
        description: 'The same documentation for people.',
      },
      security: [],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key that the writer created at their desk: pk_live_ and 64 hexadecimal digits.',
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
