// The tool server: what is published, as tools for AI clients.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/operation.ts';
import { toolEndpoint } from './endpoint.ts';
import { announced } from './well-known.ts';

export async function tools(scope: FastifyInstance, context: Context): Promise<void> {
  scope.register((inner) => toolEndpoint(inner, context));
  scope.register((inner) => announced(inner, context));
}
