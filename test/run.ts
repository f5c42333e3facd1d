// Runs the tests: all of them, or those that the arguments name, as many at once as the machine can.

import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { batchesOf } from './support/batches.ts';
import { globalSetup, globalTeardown } from './support/global-setup.ts';
import { printTimes, startTimes } from './support/processor-time.ts';

/** A test waits about as long as it computes: for a database, a browser, a process of its own. */
const AT_ONCE_PER_CORE = 2;

/** As much as young objects get in the end: growing to it takes a quarter of the time of loading the code. */
const ROOM_FOR_LOADING = '--min-semi-space-size=16';

/** The longest file takes five minutes beside the others: what takes longer than this never ends. */
const LIMIT = '--test-timeout=900000';

const patterns = process.argv.slice(2);
const named = patterns.length > 0 ? patterns : [join(import.meta.dirname, '**/*.test.ts')];
const files = await Array.fromAsync(glob(named), (file) => resolve(file));
if (files.length === 0) throw new Error(`There is no test at ${named.join(' ')}.`);

startTimes();
await globalSetup();
const tests = run({
  files: await batchesOf(files.toSorted()),
  concurrency: availableParallelism() * AT_ONCE_PER_CORE,
  execArgv: [
    ROOM_FOR_LOADING,
    LIMIT,
    '--import',
    join(import.meta.dirname, 'support/test-process.ts'),
  ],
});
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
});
tests.once('end', async () => {
  await globalTeardown();
  printTimes();
});
tests.compose(spec).pipe(process.stdout);
