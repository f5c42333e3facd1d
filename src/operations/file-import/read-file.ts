// Reads a file on a worker thread, within limits of time and memory.

import { Worker } from 'node:worker_threads';
import type { Found } from './found-content.ts';
import type { Outcome, Task } from './read-worker.ts';
import { refusal } from './refusal.ts';

const LONGEST_WAIT = 10_000;
const MEMORY_MB = 256;
const UNREADABLE =
  'This file cannot be read: it is too large or too tangled. Save the text alone, without the ' +
  'page around it, and import that.';

let queue: Promise<unknown> = Promise.resolve();

/** One file at a time, so that many at once take no more memory than one. */
export function readFileText(task: Task): Promise<Found> {
  const result = queue.then(() => runInWorker(task));
  queue = result.catch(() => {});
  return result;
}

async function runInWorker(task: Task): Promise<Found> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    name: 'import',
    env: {},
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const outcome = await new Promise<Outcome>((resolve) => {
    const stop = () => resolve({ reason: UNREADABLE });
    const timer = setTimeout(stop, LONGEST_WAIT);
    worker.on('message', resolve).on('error', stop).on('exit', stop);
    worker.on('exit', () => clearTimeout(timer));
  });
  await worker.terminate();
  if ('reason' in outcome) throw refusal(outcome.reason);
  return outcome.found;
}
