// Tool server on the official SDK, written as in the SDK's own example of a server without sessions.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { configFrom } from '../../src/config.ts';
import { newContext } from '../../src/operations/operation.ts';
import { recentPieces } from '../../src/operations/pieces/recent-pieces.ts';
import { openStore } from '../../src/store/store.ts';

const config = configFrom(process.env);
const context = newContext(await openStore(config), config);

const item = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  summary: z.string(),
  date_published: z.string(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
  authors: z.array(
    z.object({
      name: z.string(),
      slug: z.string(),
      url: z.string(),
      identity_verified: z.boolean(),
    }),
  ),
});

function toolServer(): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool(
    'recent_pieces',
    {
      description: recentPieces.description,
      inputSchema: { category: z.string().optional(), limit: z.number().int().optional() },
      outputSchema: {
        ok: z.literal(true),
        category: z.string().nullable(),
        count: z.number().int(),
        items: z.array(item),
      },
    },
    async (given) => {
      const body = await recentPieces.run(context, recentPieces.check(given));
      const text = JSON.stringify(body);
      return { content: [{ type: 'text', text }], structuredContent: { ...body } };
    },
  );
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.end('ok');
    return;
  }
  const server = toolServer();
  // Each request gets a new server and transport, because nothing may be shared without sessions.
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
}).listen(config.port, '127.0.0.1');
