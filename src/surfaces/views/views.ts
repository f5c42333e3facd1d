// /read/{uuid}: where the page of a piece says that somebody has it before them.

import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { Problem } from '../../errors.ts';
import { addressKey, limiter } from '../../http/limits/rate-limits.ts';
import { isFromOwnPage, sessionOf } from '../../http/pages/browser-session.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { ReaderCounter } from '../../operations/views/view-counter.ts';
import { RATES } from '../../schemas/limits.ts';
import { isUuid } from '../../schemas/validation.ts';

/** A crash loses no more readers than come in this time. */
const TURN_MS = 3_000;

export async function reading(scope: FastifyInstance, context: Context): Promise<void> {
  await scope.register(cookie);
  const counter = countedHere(scope, context);
  resource(scope, '/read/:id', {
    POST: {
      onRequest: limiter(scope, context.config, RATES.read, ({ ip }) => addressKey(ip)),
      async handler(request, reply) {
        const { id } = { id: '', ...Object(request.params) };
        if (!isUuid(String(id))) throw new Problem('not_found');
        if (isReader(request)) {
          await counter.add({
            pieceId: String(id).toLowerCase(),
            address: addressKey(request.ip),
            userAgent: String(request.headers['user-agent']),
            accountId: (await sessionOf(context, request))?.actor.accountId ?? null,
          });
        }
        // The same for all: the answer does not tell what is published or who was counted.
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    },
  });
}

/** A person, as far as can be told: on a page of ours, in a browser that does not say otherwise. */
function isReader(request: FastifyRequest): boolean {
  // A browser without a window reads for somebody; crawlers among them say their own name.
  const agent = request.headers['user-agent']?.replace('HeadlessChrome', 'Chrome');
  return Boolean(agent) && !isbot(agent) && isFromOwnPage(request);
}

/** The counter of this process: in turn while it serves, and once more when it stops. */
function countedHere(scope: FastifyInstance, context: Context): ReaderCounter {
  const counter = new ReaderCounter(context);
  let turning: Promise<void> = Promise.resolve();
  const turn = (work: () => Promise<void>) => {
    turning = turning
      .then(work)
      .catch((error) => scope.log.warn({ err: error }, 'readers could not be written down'));
    return turning;
  };
  let timer: NodeJS.Timeout | undefined;
  scope.addHook('onListen', async () => {
    turn(() => counter.turn());
    timer = setInterval(() => turn(() => counter.turn()), TURN_MS).unref();
  });
  scope.addHook('onClose', async () => {
    clearInterval(timer);
    await turn(() => counter.flush());
  });
  return counter;
}
