// The commands migrate, rebuild and erase-due.

import { readConfig } from '../config.ts';
import { openStore } from '../store/store.ts';
import { type Command, withData } from './command.ts';

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
  summary: 'Rebuild publications and the search index from the pieces.',
  usage: '',
  run: () =>
    withData(async (context) => {
      const { rebuild } = await import('../operations/publishing/rebuild.ts');
      console.log(`Rebuilt ${await rebuild(context)} published pieces and the search index.`);
    }),
};

const eraseDueCommand: Command = {
  name: 'erase-due',
  summary: 'Erase the accounts that are due, as serve does every ten minutes, and list them.',
  usage: '',
  run: () =>
    withData(async (context) => {
      const { eraseDue } = await import('../operations/erasure/erase-due.ts');
      await eraseDue(context);
      console.log('No account is due to be erased.');
    }),
};

export const maintenanceCommands = [migrateCommand, rebuildCommand, eraseDueCommand];
