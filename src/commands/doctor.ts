// The command doctor: prints one line per check. Problems go to standard error, with what to do about them.

import { readConfig } from '../config.ts';
import { examine } from '../operations/doctor/doctor.ts';
import { newContext } from '../operations/operation.ts';
import { connectStore } from '../store/store.ts';
import type { Command } from './command.ts';
import { requireDatabase } from './no-database.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check settings, database, search index, images, files, clock and disk; change nothing.',
  usage: '',
  async run() {
    const config = readConfig();
    console.log('ok    settings');
    requireDatabase(config);
    const store = await connectStore(config);
    try {
      for await (const { isWell, words } of examine(newContext(store, config))) {
        if (isWell) console.log(`ok    ${words}`);
        else console.error(words);
        if (!isWell) process.exitCode = 1;
      }
    } catch (error) {
      throw store.explained(error);
    } finally {
      await store.close();
    }
  },
};
