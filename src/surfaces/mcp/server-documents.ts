// Discovery documents of the tool server, each with its description in the OpenAPI document.

import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import {
  ANY_FAILURE,
  cacheableText,
  NOT_MODIFIED,
} from '../../http/openapi/documented-responses.ts';
import type { Context } from '../../operations/operation.ts';
import { AiCatalogue, ServerCard, ToolManifest } from '../../schemas/tools.ts';
import { aiCatalogue, CARD_TYPE, serverCard, toolManifest } from './server-info.ts';

interface Announcement {
  url: string;
  type: string;
  facts: (context: Context) => object;
  schema: TSchema;
  id: string;
  summary: string;
  description: string;
}

export const ANNOUNCEMENTS: readonly Announcement[] = [
  {
    url: '/api/mcp/server-card',
    type: CARD_TYPE,
    facts: serverCard,
    schema: ServerCard,
    id: 'getServerCard',
    summary: 'Get the card of the tool server',
    description: 'Returns the Server Card of the protocol, which registries of tool servers read.',
  },
  {
    url: '/.well-known/mcp.json',
    type: 'application/json; charset=utf-8',
    facts: toolManifest,
    schema: ToolManifest,
    id: 'getToolManifest',
    summary: 'Get the manifest of the tool server',
    description:
      'Returns the card and the names of the tools, for clients that only know the host.',
  },
  {
    url: '/.well-known/ai-catalog.json',
    type: 'application/json; charset=utf-8',
    facts: aiCatalogue,
    schema: AiCatalogue,
    id: 'getAiCatalogue',
    summary: 'Get the catalogue for AI clients',
    description: 'Returns a catalogue with the URL of the tool server’s card.',
  },
];

export function announcedRoute(announcement: Announcement, context: Context): FastifySchema {
  const { type, facts, schema, id, summary, description } = announcement;
  const [bare = ''] = type.split(';');
  return {
    operationId: id,
    summary,
    description,
    tags: ['MCP'],
    response: {
      200: cacheableText('Found.', bare, schema, facts(context)),
      304: NOT_MODIFIED,
      ...ANY_FAILURE,
    },
  };
}
