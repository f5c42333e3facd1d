// /read/{uuid}: the beacon that counts a view of a piece.

import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { Problem } from '../../errors.ts';
import { networkOf } from '../../http/limits/client-address.ts';
import { limiter } from '../../http/limits/rate-limits.ts';
import { isFromOwnPage } from '../../http/pages/csrf.ts';
import { sessionOf } from '../../http/pages/session-cookie.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import type { ViewCounter } from '../../operations/views/view-counter.ts';
import { RATES } from '../../schemas/requests/rates.ts';
import { isUuid } from '../../validation.ts';

export async function views(
  scope: FastifyInstance,
  context: Context,
  counter: ViewCounter,
): Promise<void> {
  await scope.register(cookie);
  scope.addHook('onClose', () =>
    counter.flush().catch((error) => scope.log.warn({ err: error }, 'views could not be stored')),
  );
  resource(scope, '/read/:id', {
    POST: {
      // Beacons have no body.
      bodyLimit: 1_024,
      onRequest: limiter(scope, context.config, RATES.read, networkOf),
      async handler(request, reply) {
        const { id } = { id: '', ...Object(request.params) };
        if (!isUuid(String(id))) throw new Problem('not_found');
        if (isReader(request)) {
          await counter.add({
            pieceId: String(id).toLowerCase(),
            address: networkOf(request),
            userAgent: String(request.headers['user-agent']),
            accountId: (await sessionOf(context, request))?.actor.accountId ?? null,
          });
        }
        // The response is always the same, so that it doesn't reveal what is published or who was counted.
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    },
  });
}

function isReader(request: FastifyRequest): boolean {
  // Headless browsers are counted, unless they identify themselves as crawlers.
  const agent = request.headers['user-agent']?.replace('HeadlessChrome', 'Chrome');
  return Boolean(agent) && !isbot(agent) && isFromOwnPage(request);
}
