/** Highlights code with classes, never styles, in a worker thread started on first use. */

import { Worker } from 'node:worker_threads';
import type { Block } from './highlight-languages.ts';

/** Generous: a cold start on a slow machine must not time out. */
const LONGEST_WAIT = 5_000;

let worker: Worker | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * The HTML inside `<code>` for each block, in order; fewer where time ran out, and the rest stays
 * plain. Grammars hold regular expressions that backtrack for ever on code written to that end.
 */
export function highlight(blocks: readonly Block[]): Promise<string[]> {
  if (blocks.length === 0) return Promise.resolve([]);
  // One piece at a time, so that each has its full time limit.
  const result = queue.then(() => runInWorker(blocks));
  queue = result;
  return result;
}

function runInWorker(blocks: readonly Block[]): Promise<string[]> {
  worker ??= startWorker();
  const current = worker;
  return new Promise((resolve) => {
    const done: string[] = [];
    const take = (html: string): void => {
      done.push(html);
      if (done.length === blocks.length) finish(true);
    };
    const stop = (): void => finish(false);
    const timer = setTimeout(stop, LONGEST_WAIT);
    const finish = (usable: boolean): void => {
      clearTimeout(timer);
      current.off('message', take).off('exit', stop);
      if (!usable) {
        worker = undefined;
        void current.terminate();
      }
      resolve(done);
    };
    current.on('message', take).on('exit', stop);
    current.postMessage(blocks);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), {
    name: 'highlight',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // An idle highlighter must not keep the process alive; a busy one does, by its timer.
  started.unref();
  started.on('exit', () => {
    if (worker === started) worker = undefined;
  });
  // An unhandled error of the worker would end the process.
  return started.on('error', (error) => {
    process.emitWarning(`Code stays plain, the highlighter failed: ${String(error)}`);
  });
}
