// Maintenance: migrate, rebuild, and what serve does once a day.

import { readConfig } from '../config.ts';
import type { Context } from '../operations/operation.ts';
import { SWEEP } from '../schemas/limits.ts';
import { openStore } from '../store/store.ts';
import { type Command, withStore } from './command.ts';

const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Create the database, or bring it up to date.',
  usage: '',
  async run() {
    const store = await openStore(readConfig());
    await store.close();
    console.log('The database is up to date.');
  },
};

const rebuildCommand: Command = {
  name: 'rebuild',
  summary: 'Make what readers see, and the search index, again from the pieces.',
  usage: '',
  run: () =>
    withStore(async (context) => {
      const { rebuild } = await import('../operations/publishing/rebuild.ts');
      console.log(`Rebuilt ${await rebuild(context)} published pieces and the search index.`);
    }),
};

/** One process of a service does it, whether it serves itself or leads workers. */
export function scheduleMaintenance(context: Context): void {
  const sweep = async () => {
    try {
      // Loaded when it is used: the leader of several workers stays small.
      const { sweepDataFolder, sweepImages } = await import('../operations/images/sweep.ts');
      await sweepImages(context);
      await sweepDataFolder(context);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      console.error(`Images could not be swept: ${why}`);
    }
    setTimeout(sweep, SWEEP.everyMs).unref();
  };
  setTimeout(sweep, SWEEP.firstMs).unref();
}

export const maintenanceCommands = [migrateCommand, rebuildCommand];
