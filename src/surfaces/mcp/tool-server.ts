// Registers the tool servers and their well-known files: the public /api/mcp, and /mcp for one writer's programs.

import type { FastifyInstance } from 'fastify';
import { sayAiUses } from '../../http/ai-uses.ts';
import type { Context } from '../../operations/operation.ts';
import { toolEndpoint } from './endpoint.ts';
import { ownToolEndpoint } from './own/own-endpoint.ts';
import { protectedResource } from './own/protected-resource.ts';
import { announced } from './well-known.ts';

/** `context` reads the writers' own content; `open` reads only public content. */
export async function toolServer(
  scope: FastifyInstance,
  context: Context,
  open: Context,
): Promise<void> {
  scope.register((inner) => {
    sayAiUses(inner, open.config);
    return toolEndpoint(inner, open);
  });
  scope.register((inner) => ownToolEndpoint(inner, context, open));
  scope.register((inner) => {
    sayAiUses(inner, open.config);
    return announced(inner, open);
  });
  scope.register((inner) => protectedResource(inner, open));
}
