// Limits a thread's processor time, because elapsed time includes waiting on a busy machine.

import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Elapsed time allowed, as a multiple of the processor time. */
const PATIENCE = 4;
const SHORTEST_WAIT_MS = 10;

/** Resolves when the thread has used `limitMs` of processor time; rejects if the signal aborts. */
export async function whenUsedUp(
  worker: Worker,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const before = usedMs(worker);
  const measured = async () => {
    for (let left = limitMs; left > 0; ) {
      await setTimeout(Math.max(left, SHORTEST_WAIT_MS), undefined, { signal });
      left = limitMs - (await usedMs(worker)) + (await before);
    }
  };
  await Promise.race([measured(), setTimeout(limitMs * PATIENCE, undefined, { signal })]);
}

/** A thread that has ended counts as over any limit. */
async function usedMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
