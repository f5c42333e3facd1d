// The call by which the editor's script gets the card of a URL on its own line.

import type { FastifyInstance } from 'fastify';
import { limiter } from '../../../http/limits/rate-limits.ts';
import { fetchCard } from '../../../operations/cards/cards.ts';
import type { Context } from '../../../operations/operation.ts';
import { RATES } from '../../../schemas/limits.ts';
import { scriptCalls, writerCall, writerOf } from '../shared/script-calls.ts';

export function cardCalls(scope: FastifyInstance, context: Context): void {
  scriptCalls(scope, context, (calls) => {
    const limits = limiter(
      calls,
      context.config,
      RATES.card,
      (request) => writerOf(request).actor.accountId,
    );
    writerCall(calls, context, '/desk/edit/cards', async ({ actor }, { request, reply }) => {
      for (const limit of limits) await limit(request, reply);
      const { url } = { url: '', ...Object(request.body) };
      return fetchCard(context, actor, String(url));
    });
  });
}
