// /healthz: the process responds. /readyz: the process can also reach its database, and isn't stopping.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';

const READY_MS = 2_000;

export async function health(scope: FastifyInstance, { store }: Context): Promise<void> {
  resource(scope, '/healthz', {
    GET: {
      handler: async (_request, reply) =>
        reply.header('cache-control', 'no-store').send({ ok: true }),
    },
  });
  resource(scope, '/readyz', {
    GET: {
      async handler(_request, reply) {
        if (scope.draining.hasBegun) throw new Problem('stopping');
        if (!(await answersWithin(store.ping(), READY_MS))) throw new Problem('unavailable');
        return reply.header('cache-control', 'no-store').send({ ok: true });
      },
    },
  });
}

async function answersWithin(answer: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const inTime = answer.then(() => true);
  return Promise.race([inTime, late]).finally(() => clearTimeout(timer));
}
