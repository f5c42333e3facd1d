// Removes what is over, when the service begins to listen and regularly from then on.

import type { FastifyInstance } from 'fastify';

interface Sweep {
  everyMs: number;
  /** What could not be removed, for the log: it is tried again the next time. */
  what: string;
  sweep(): Promise<void>;
}

export function sweepRegularly(scope: FastifyInstance, { everyMs, what, sweep }: Sweep): void {
  const attempt = () =>
    sweep().catch((error) => scope.log.warn({ err: error }, `${what} could not be removed`));
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  scope.addHook('onListen', async () => {
    sweeping = attempt();
    timer = setInterval(() => {
      sweeping = attempt();
    }, everyMs).unref();
  });
  scope.addHook('onClose', async () => {
    clearInterval(timer);
    await sweeping;
  });
}
