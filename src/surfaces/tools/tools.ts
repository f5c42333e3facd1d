// Registers the tool server for AI clients: its endpoint and its well-known files. The tools are in tool-list.ts.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/operation.ts';
import { toolEndpoint } from './endpoint.ts';
import { announced } from './well-known.ts';

export async function tools(scope: FastifyInstance, context: Context): Promise<void> {
  scope.register((inner) => toolEndpoint(inner, context));
  scope.register((inner) => announced(inner, context));
}
