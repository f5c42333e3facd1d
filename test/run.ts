// Runs the tests, as many in parallel as the machine can: the usual ones, all with --full, or with --rest those that a
// full run adds. Arguments name files; without any, all test files are meant.

import { glob, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { batchesOf } from './support/batches.ts';
import { filesIn } from './support/full.ts';
import { globalSetup, globalTeardown } from './support/global-setup.ts';
import { printTimes, startTimes } from './support/processor-time.ts';

/** Tests mostly wait for a database, a browser or another process, so more of them run than there are cores. */
const AT_ONCE_PER_CORE = 3;

/** The final size of the young generation: growing to it would take a quarter of the time for loading the code. */
const ROOM_FOR_LOADING = '--min-semi-space-size=16';

/** The longest file takes five minutes while others run; a file that takes longer than this never ends. */
const LIMIT = '--test-timeout=900000';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean' }, rest: { type: 'boolean' } },
  allowPositionals: true,
});
const asked = values.rest ? 'rest' : values.full ? 'full' : 'usual';
process.env['TEST_RUN'] = asked;
const named = positionals.length > 0 ? positionals : [join(import.meta.dirname, '**/*.test.ts')];
const found = await Array.fromAsync(glob(named), (file) => resolve(file));
const files = await filesIn(asked, found.toSorted());
if (files.length === 0) throw new Error(`There is no ${asked} test at ${named.join(' ')}.`);

startTimes();
await globalSetup();
// In its own folder, so that another run in this checkout leaves it alone.
const batches = await mkdtemp(join(tmpdir(), 'standfirst-batches-'));
const tests = run({
  files: await batchesOf(files, batches),
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
  await rm(batches, { recursive: true, force: true });
  printTimes();
});
tests.compose(spec).pipe(process.stdout);
