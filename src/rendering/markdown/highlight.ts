/** Highlights code with classes, never styles, in a worker thread started on first use. */

import { Worker } from 'node:worker_threads';
import type { Block } from './highlight-languages.ts';

/** Counted once the worker is loaded, which on a busy machine takes seconds. */
const LONGEST_WAIT = 10_000;

let worker: Worker | undefined;
let loaded: Promise<unknown> = Promise.resolve();
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

async function runInWorker(blocks: readonly Block[]): Promise<string[]> {
  worker ??= startWorker();
  const current = worker;
  await loaded;
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
  // Its first message says that it is loaded. Where it never is, the time limit ends the wait.
  loaded = new Promise((resolve) => started.once('message', resolve).once('exit', resolve));
  // An idle highlighter must not keep the process alive; a busy one does, by its timer.
  void loaded.then(() => started.unref());
  started.on('exit', () => {
    if (worker === started) worker = undefined;
  });
  // An unhandled error of the worker would end the process.
  return started.on('error', (error) => {
    process.emitWarning(`Code stays plain, the highlighter failed: ${String(error)}`);
  });
}
