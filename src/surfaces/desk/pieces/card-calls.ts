// Request with which the editor's script gets the card of a URL on its own line.

import { limiter } from '../../../http/limits/rate-limits.ts';
import { fetchCard } from '../../../operations/cards/cards.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import type { Desk } from '../shared/page-context.ts';
import { scriptCalls, writerOf } from '../shared/script-calls.ts';

export function cardCalls(desk: Desk): void {
  const { context } = desk;
  scriptCalls(desk, (calls) => {
    const limits = limiter(
      calls.scope,
      context.config,
      RATES.card,
      (request) => writerOf(request).actor.accountId,
    );
    calls.writer('/desk/edit/cards', async ({ actor }, { request, reply }) => {
      for (const limit of limits) await limit(request, reply);
      const { url } = { url: '', ...Object(request.body) };
      return fetchCard(context, actor, String(url));
    });
  });
}
