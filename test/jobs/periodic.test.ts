// A periodic job on a test clock: one run at a time, however long or badly the runs go.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PeriodicJob, type PeriodicWork, STOP_MS } from '../../src/jobs/periodic.ts';

const EVERY_MS = 1_000;
const HOUR_MS = 60 * 60_000;

/** A job each of whose runs ends when the test says so. */
function startJob(options: Partial<PeriodicWork> = {}) {
  const runs: PromiseWithResolvers<void>[] = [];
  const log: string[] = [];
  const signals: AbortSignal[] = [];
  const run = (signal: AbortSignal) => {
    const each = Promise.withResolvers<void>();
    runs.push(each);
    signals.push(signal);
    return each.promise;
  };
  const work = { failed: 'it failed', everyMs: EVERY_MS, run, ...options };
  const warn = ({ err }: { err?: unknown }, words: string) => log.push(`${words}: ${err}`);
  const job = new PeriodicJob(work, { warn });
  job.start();
  /** Ends the run under way. */
  const land = async (error?: Error) => {
    if (error) runs.at(-1)?.reject(error);
    else runs.at(-1)?.resolve();
    await setImmediate();
  };
  return { job, runs, log, signals, land };
}

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await setImmediate();
}

/** Whether it resolves without the clock. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await setImmediate();
  return settled;
}

describe('a periodic job', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  test('never overlaps itself, however long a run takes and however often it is woken', async () => {
    const { job, runs, land } = startJob();
    assert.equal(runs.length, 1);
    await pass(HOUR_MS);
    for (let times = 0; times < 3; times += 1) job.wake();
    await pass(0);
    assert.equal(runs.length, 1);
    // Woken during the run: one more follows it, and not three.
    await land();
    assert.equal(runs.length, 2);
    await land();
    await pass(EVERY_MS - 1);
    assert.equal(runs.length, 2);
    await pass(1);
    assert.equal(runs.length, 3);
  });

  test('waits for its first run if it is told to, or until it is woken', async () => {
    const waiting = startJob({ firstMs: HOUR_MS });
    const woken = startJob({ firstMs: HOUR_MS });
    woken.job.wake();
    await pass(HOUR_MS - 1);
    assert.deepEqual([waiting.runs.length, woken.runs.length], [0, 1]);
    await pass(1);
    assert.equal(waiting.runs.length, 1);
  });

  test('goes on after runs that fail, later and later, and logs each failure once', async () => {
    const { runs, log, land } = startJob();
    for (const wait of [2_000, 4_000, 8_000, 10_000, 10_000]) {
      const before = runs.length;
      await land(new Error('no database'));
      await pass(wait - 1);
      assert.equal(runs.length, before);
      await pass(1);
      assert.equal(runs.length, before + 1);
    }
    assert.deepEqual(log, ['it failed: Error: no database']);
    await land(new Error('disk full'));
    await pass(HOUR_MS);
    await land();
    await pass(EVERY_MS);
    await land(new Error('disk full'));
    assert.deepEqual(log.slice(1), ['it failed: Error: disk full', 'it failed: Error: disk full']);
  });

  test('also after one that throws before its first await', async () => {
    let runs = 0;
    const { log } = startJob({
      run() {
        runs += 1;
        throw new Error('no promise');
      },
    });
    await setImmediate();
    await pass(HOUR_MS);
    assert.deepEqual([runs, log.length], [2, 1]);
  });

  test('that is stopped during a run waits for it, tells it, and never runs again', async () => {
    const { job, runs, log, signals, land } = startJob();
    const stopped = job.stop();
    job.wake();
    assert.equal(await isSettled(stopped), false);
    assert.equal(signals[0]?.aborted, true);
    await land(new Error('The database is closed.'));
    assert.equal(await isSettled(stopped), true);
    await pass(HOUR_MS);
    assert.deepEqual([runs.length, log], [1, []]);
  });

  test('that is stopped during a run without end waits for some seconds', async () => {
    const { job, runs } = startJob();
    const stopped = job.stop();
    await pass(STOP_MS - 1);
    assert.equal(await isSettled(stopped), false);
    await pass(1);
    assert.equal(await isSettled(stopped), true);
    assert.equal(runs.length, 1);
  });

  test('that is stopped while it waits ends without the clock', async () => {
    const { job, land } = startJob();
    await land();
    assert.equal(await isSettled(job.stop()), true);
  });
});
