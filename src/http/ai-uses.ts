// What AI readers may use public responses for: the site's answer on every one; a writer's own goes before it.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { contentUsage } from '../schemas/ai-uses.ts';

/** In a scope whose responses are public. Nothing is sent where the operator has said nothing. */
export function sayAiUses(scope: FastifyInstance, { aiUses }: Config): void {
  const usage = contentUsage(aiUses);
  if (usage === null) return;
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-usage', usage);
    done();
  });
}
