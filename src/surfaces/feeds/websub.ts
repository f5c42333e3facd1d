// Notifies the WebSub hub of changed feeds, while this process serves.

import type { FastifyInstance } from 'fastify';
import { tellOfDue } from '../../operations/feeds/websub.ts';
import type { Context } from '../../operations/operation.ts';

/** How often to look for changed feeds. */
const POLL_MS = 1_000;

export function notifyHub(scope: FastifyInstance, context: Context): void {
  if (context.config.websubHub === null) return;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let turn = Promise.resolve();
  const next = () => {
    turn = tell(scope, context, () => isOver).then(() => {
      if (!isOver) timer = setTimeout(next, POLL_MS).unref();
    });
  };
  scope.addHook('onListen', async () => next());
  scope.addHook('onClose', async () => {
    isOver = true;
    clearTimeout(timer);
    await turn;
  });
}

async function tell(scope: FastifyInstance, context: Context, isOver: () => boolean) {
  try {
    for (const unheard of await tellOfDue(context, isOver)) {
      scope.log.warn(unheard, 'the hub of WEBSUB_HUB was not reached');
    }
  } catch (error) {
    scope.log.warn({ err: error }, 'the hub could not be told of changes');
  }
}
