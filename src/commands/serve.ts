// serve: runs the service until it is told to stop.

import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { type Config, readConfig, retiredSettings } from '../config.ts';
import type { BackgroundJob } from '../jobs/periodic.ts';
import { firstAccountToken } from '../operations/accounts/accounts.ts';
import { ownErasedList } from '../operations/erasure/erased-list.ts';
import { identityOf, refreshIdentity } from '../operations/identity/identity.ts';
import { openStore, type Store } from '../store/store.ts';
import type { Command } from './command.ts';
import { serviceJobs } from './service-jobs.ts';
import { lead } from './workers/leader.ts';

// Imports the application lazily: the leader of several workers does not need it.
export const serve: Command = {
  name: 'serve',
  summary: 'Create or update the database, then serve.',
  usage: '',
  async run() {
    const config = readConfig();
    if (cluster.isWorker) return (await import('./workers/worker.ts')).work(config);
    for (const name of retiredSettings()) {
      console.warn(`${name} is set, and does nothing any more: remove it.`);
    }
    const store = await openStore(config);
    await hideErasedAgain(config, store);
    const jobs = serviceJobs({ store, config, now: () => new Date() });
    const stop = await startWith(config, store, jobs);
    jobs.start();
    try {
      await greet(config, store);
    } catch (error) {
      await stop();
      throw store.explained(error);
    }
  },
};

/** Before anybody is served: the database may be a backup of before an erasure. */
async function hideErasedAgain(config: Config, store: Store): Promise<void> {
  if (!existsSync(ownErasedList(config))) return;
  const { hideErased } = await import('../operations/erasure/erase-due.ts');
  try {
    const hidden = await hideErased({ store, config, now: () => new Date() });
    if (hidden > 0) console.log(`${hidden} accounts that were erased before are erased again.`);
  } catch (error) {
    await store.close();
    throw store.explained(error);
  }
}

async function startWith(
  config: Config,
  store: Store,
  jobs: BackgroundJob,
): Promise<() => Promise<void>> {
  if (config.workers > 1) return lead(config, store, jobs);
  return (await import('./start.ts')).start(config, store, { jobs });
}

async function greet(config: Config, store: Store): Promise<void> {
  const context = { store, config, now: () => new Date() };
  await refreshIdentity(context);
  console.log(`${identityOf(config).name} is at ${config.baseUrl}`);
  const token = await firstAccountToken(context);
  if (token) {
    console.log(`Make the first account at ${config.baseUrl}/desk/set-up?token=${token}`);
  }
}
