// Registers the tool server for AI clients: its endpoint and its well-known files. The tools are in tools.ts.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/operation.ts';
import { toolEndpoint } from './endpoint.ts';
import { announced } from './well-known.ts';

export async function toolServer(scope: FastifyInstance, context: Context): Promise<void> {
  scope.register((inner) => toolEndpoint(inner, context));
  scope.register((inner) => announced(inner, context));
}
