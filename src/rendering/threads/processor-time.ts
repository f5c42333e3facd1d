// A limit of a thread's own processor time: the clock would count the waiting on a busy machine too.

import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** How many times as long a thread may take by the clock, most of it waiting for a processor. */
const PATIENCE = 4;
const SHORTEST_WAIT_MS = 10;

/** Resolves when the thread has used this much from now on; rejects when the signal says so. */
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

/** Of a thread that has ended: more than any limit. */
async function usedMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
