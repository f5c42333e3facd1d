// The command serve: runs the service until it is told to stop.

import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { readConfig, retiredSettings } from '../config.ts';
import type { BackgroundJob } from '../jobs/periodic.ts';
import { firstAccountToken } from '../operations/accounts/accounts.ts';
import { ownErasedList } from '../operations/erasure/erased-list.ts';
import { type Context, newContext } from '../operations/operation.ts';
import { openStore } from '../store/store.ts';
import type { Command } from './command.ts';
import { serviceJobs } from './service-jobs.ts';
import { lead } from './workers/leader.ts';

// The application is imported lazily, because the leader of several workers does not need it.
export const serve: Command = {
  name: 'serve',
  summary: 'Create or update the database, then serve.',
  usage: '',
  async run() {
    const config = readConfig();
    if (cluster.isWorker) return (await import('./workers/worker.ts')).work(config);
    for (const name of retiredSettings()) {
      console.warn(`${name} no longer has any effect: remove it.`);
    }
    const store = await openStore(config);
    const context = newContext(store, config);
    await hideErasedAgain(context);
    const jobs = serviceJobs(context);
    const stop = await startWith(context, jobs);
    jobs.start();
    try {
      await greet(context);
    } catch (error) {
      await stop();
      throw store.explained(error);
    }
  },
};

/** Before anybody is served: the database may be a backup of before an erasure. */
async function hideErasedAgain(context: Context): Promise<void> {
  const { config, store } = context;
  if (!existsSync(ownErasedList(config))) return;
  const { hideErased } = await import('../operations/erasure/erase-due.ts');
  try {
    const hidden = await hideErased(context);
    if (hidden > 0) console.log(`${hidden} accounts that were erased before are erased again.`);
  } catch (error) {
    await store.close();
    throw store.explained(error);
  }
}

async function startWith(context: Context, jobs: BackgroundJob): Promise<() => Promise<void>> {
  const { config, store } = context;
  if (config.workers > 1) return lead(config, store, jobs);
  return (await import('./start.ts')).start(context, { jobs });
}

async function greet(context: Context): Promise<void> {
  const { config, identity } = context;
  await identity.refresh();
  console.log(`${identity.current.name} is at ${config.baseUrl}`);
  const token = await firstAccountToken(context);
  if (token) {
    console.log(`Create the first account at ${config.baseUrl}/desk/set-up?token=${token}`);
  }
}
