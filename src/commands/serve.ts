// serve: the service for real, until it is told to stop.

import cluster from 'node:cluster';
import { type Config, readConfig } from '../config.ts';
import { firstAccountToken } from '../operations/accounts.ts';
import { openStore, type Store } from '../store/store.ts';
import type { Command } from './command.ts';
import { start } from './start.ts';
import { lead } from './workers/leader.ts';
import { work } from './workers/worker.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Create or update the database, then serve.',
  usage: '',
  async run() {
    const config = readConfig();
    if (cluster.isWorker) return work(config);
    const store = await openStore(config);
    if (config.workers > 1) await lead(config, store);
    else await start(config, store);
    await greet(config, store);
  },
};

async function greet(config: Config, store: Store): Promise<void> {
  console.log(`${config.siteName} is at ${config.baseUrl}`);
  const token = await firstAccountToken({ store, config, now: () => new Date() });
  if (token) {
    console.log(`Make the first account at ${config.baseUrl}/desk/set-up?token=${token}`);
  }
}
