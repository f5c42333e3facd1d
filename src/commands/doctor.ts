// The command doctor: prints one line per check. Problems go to standard error, with what to do about them.

import { readConfig } from '../config.ts';
import { examine } from '../operations/doctor/doctor.ts';
import type { Finding } from '../operations/doctor/finding.ts';
import { newContext } from '../operations/operation.ts';
import { connectStore } from '../store/store.ts';
import type { Command } from './command.ts';
import { requireDatabase } from './no-database.ts';

export const doctor: Command = {
  name: 'doctor',
  summary:
    'Check settings, database, records, images, webhooks, files, clock and disk; change nothing.',
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  async run(given) {
    const tell = given.has('json') ? tellProgram : tellOperator;
    const config = readConfig();
    tell({ isWell: true, words: 'settings' });
    requireDatabase(config);
    const store = await connectStore(config);
    try {
      for await (const finding of examine(newContext(store, config))) {
        tell(finding);
        if (!finding.isWell) process.exitCode = 1;
      }
    } catch (error) {
      throw store.explained(error);
    } finally {
      await store.close();
    }
  },
};

function tellOperator({ isWell, words }: Finding): void {
  if (isWell) console.log(`ok    ${words}`);
  else console.error(words);
}

/** One line of JSON for each finding, because some checks take minutes. */
const tellProgram = ({ isWell, words }: Finding): void =>
  console.log(JSON.stringify({ ok: isWell, message: words }));
