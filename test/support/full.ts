// Decides which tests a run has: `npm test` has the usual ones, which a newcomer waits for; `npm run test:full` has all.
//
// These kinds run in full only, each with a smoke test among the usual ones:
//   *.full.test.ts       files that take long: processes and kills, axe over all pages, hostile rounds
//   DATABASES_IN_FULL    the second database, for tests that are the same on both
//   SQLITE_OR_BOTH       the same, for files in which a usual run also skips cases
//   isFull               the longer of two lists or numbers inside a file
//   someOf               a list inside a file, of which a usual run takes only every nth case

import { readFile } from 'node:fs/promises';

/** `rest` is what a full run adds to a usual one. */
export type Run = 'usual' | 'full' | 'rest';

const FULL_FILE = /\.full\.test\.ts$/;
const HAS_FULL_TESTS = /\b(?:DATABASES_IN_FULL|SQLITE_OR_BOTH|isFull|someOf)\b/;

const isRun = (name: string): name is Run => ['usual', 'full', 'rest'].includes(name);

/** A file run directly, without test/run.ts, runs in full. */
const asked = process.env['TEST_RUN'] ?? 'full';
if (!isRun(asked)) throw new Error(`Expected TEST_RUN to be usual, full or rest, got ${asked}.`);
export const thisRun: Run = asked;
export const isFull = thisRun !== 'usual';

/** All cases in a full run; one in `oneIn` in a usual run. */
export const someOf = <Case>(cases: readonly Case[], oneIn: number): readonly Case[] =>
  isFull ? cases : cases.filter((_, at) => at % oneIn === 0);

/** The files that have tests in this kind of run. */
export async function filesIn(run: Run, files: string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const isFullFile = (file: string) => FULL_FILE.test(file);
  const withFullTests = files.filter((_, at) => HAS_FULL_TESTS.test(texts[at] ?? ''));
  // Such a file's tests on SQLite would be in neither of CI's two runs, the usual one and the rest.
  const wrong = withFullTests.find(isFullFile);
  if (wrong)
    throw new Error(`${wrong} is full as a whole: it takes DATABASES, and no part of it is usual.`);
  if (run === 'full') return files;
  if (run === 'usual') return files.filter((file) => !isFullFile(file));
  return files.filter((file) => isFullFile(file) || withFullTests.includes(file));
}
