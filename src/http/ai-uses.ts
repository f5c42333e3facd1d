// Content-Usage of public responses: the site's preference, which a writer's own overrides.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { contentUsage } from '../schemas/ai-uses.ts';

/** Sends no header if the operator has set no preference. */
export function sayAiUses(scope: FastifyInstance, { aiUses }: Config): void {
  const usage = contentUsage(aiUses);
  if (usage === null) return;
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-usage', usage);
    done();
  });
}
