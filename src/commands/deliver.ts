// The command deliver: sends webhooks in a separate process, which may also be started by cron.

import { readConfig } from '../config.ts';
import { webhookDeliveries } from '../delivery/webhook-deliveries.ts';
import { LeasedWorker } from '../jobs/leased-worker.ts';
import { openStore } from '../store/store.ts';
import { type Command, withData } from './command.ts';
import { consoleLog } from './console-log.ts';
import { requireData } from './no-database.ts';
import { exit, STOP_MS } from './shutdown.ts';

const DAY_MS = 24 * 60 * 60_000;

export const deliver: Command = {
  name: 'deliver',
  summary: 'Send webhooks until it is stopped; with --once, what is due now.',
  usage: '[--once]',
  options: { once: { type: 'boolean' } },
  async run(given) {
    if (given.has('once')) {
      await withData((context) => new LeasedWorker(webhookDeliveries(context), consoleLog).drain());
      return;
    }
    const config = readConfig();
    requireData(config);
    const store = await openStore(config);
    const deliveries = webhookDeliveries({ store, config, now: () => new Date() });
    const worker = new LeasedWorker(deliveries, consoleLog);
    worker.start();
    console.log('Delivering. Stop with Ctrl+C.');
    await stopSignal();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await worker.stop();
    await store.close();
    await exit(0);
  },
};

function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // This timer keeps the process alive, because the timers of jobs and the signal handlers do not.
  const alive = setInterval(() => {}, DAY_MS);
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
  return promise.finally(() => clearInterval(alive));
}
