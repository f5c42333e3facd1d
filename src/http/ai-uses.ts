// Content-Usage header of public responses: the site's preference for AI uses, unless the writer has one.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { contentUsage } from '../schemas/ai-uses.ts';

/** No header is sent if the operator has set no preference. */
export function sayAiUses(scope: FastifyInstance, { aiUses }: Config): void {
  const usage = contentUsage(aiUses);
  if (usage === null) return;
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-usage', usage);
    done();
  });
}
