// deliver: the deliverer in a process of its own, beside those that serve or for a scheduler.

import { readConfig } from '../config.ts';
import { Deliverer } from '../delivery/deliverer.ts';
import { standardError } from '../http/log-stream.ts';
import { openStore } from '../store/store.ts';
import { type Command, withData } from './command.ts';
import { requireData } from './no-database.ts';
import { exit, STOP_MS } from './shutdown.ts';

const log = {
  warn: (details: object, words: string) => {
    const reason =
      'err' in details && details.err instanceof Error ? `: ${details.err.message}` : '';
    standardError.write(`${words}${reason}\n`);
  },
};

export const deliver: Command = {
  name: 'deliver',
  summary: 'Send webhooks until it is stopped; with --once, what is due now.',
  usage: '[--once]',
  options: { once: { type: 'boolean' } },
  async run(given) {
    if (given.has('once')) {
      await withData((context) => new Deliverer(context, log).deliverDue());
      return;
    }
    const config = readConfig();
    requireData(config);
    const store = await openStore(config);
    const deliverer = new Deliverer({ store, config, now: () => new Date() }, log);
    deliverer.start();
    console.log('Delivering. Stop with Ctrl+C.');
    await stopSignal();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await deliverer.stop();
    await store.close();
    await exit(0);
  },
};

function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
  return promise;
}
