// Runs tasks one at a time on a worker thread, each within a limit of time; the one way to do so.

import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../errors.ts';
import { whenUsedUp } from './processor-time.ts';

/** What a thread says: that it has loaded, a part of the result, or that the task is done. */
export type Said<Part> = { readonly kind: 'loaded' | 'done' } | Made<Part>;

interface Made<Part> {
  readonly kind: 'part';
  readonly part: Part;
}

export interface Outcome<Part> {
  /** In order; those before a time limit are not lost. */
  readonly parts: Part[];
  readonly end: 'done' | 'too-late' | 'failed';
}

interface Settings {
  /** The file that the thread runs; it calls `serveTasks`. */
  readonly file: URL;
  readonly name: string;
  /** How long it is kept for the next task; 0 gives every task a thread of its own. */
  readonly idleMs: number;
}

const MEMORY_MB = 256;
/** Loading is not the task's fault: on a busy machine it may take long, but not for ever. */
const LOADING_MS = 60_000;
const MOST_WAITING = 64;

export class TaskThread<Task, Part> {
  readonly #settings: Settings;
  #worker: Worker | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * The limit starts when the thread has loaded and the tasks before are done. It is of the thread's
   * own processor time: on a busy machine the same text gets the same result.
   */
  async run(task: Task, limitMs: number): Promise<Outcome<Part>> {
    if (this.#waiting >= MOST_WAITING) throw new Problem('overloaded');
    this.#waiting += 1;
    const outcome = this.#last.then(() => this.#runNow(task, limitMs));
    this.#last = outcome.catch(() => {});
    return outcome.finally(() => {
      this.#waiting -= 1;
    });
  }

  async #runNow(task: Task, limitMs: number): Promise<Outcome<Part>> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    const isLoaded = worker === this.#worker || (await this.#loaded(worker));
    if (!isLoaded) return { parts: [], end: 'failed' };
    worker.ref();
    const parts: Part[] = [];
    const isLate = (signal: AbortSignal) => whenUsedUp(worker, limitMs, signal);
    const end = await ended<Part>(worker, isLate, (part) => parts.push(part), task);
    if (end === 'done' && this.#settings.idleMs > 0) this.#keep(worker);
    else await this.#stop(worker);
    return { parts, end };
  }

  async #loaded(worker: Worker): Promise<boolean> {
    const end = await ended(worker, (signal) => wait(LOADING_MS, undefined, { signal }));
    if (end === 'done') this.#worker = worker;
    else await this.#stop(worker);
    return end === 'done';
  }

  #start(): Worker {
    const { file, name } = this.#settings;
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
    const worker = new Worker(file, { name, env: {}, resourceLimits });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    // An unhandled error of the thread would end the process.
    return worker.on('error', (error) => {
      process.emitWarning(`The thread for ${name} failed: ${String(error)}`);
    });
  }

  /** An idle thread must not keep the process alive, nor its memory for long. */
  #keep(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => void this.#stop(worker), this.#settings.idleMs).unref();
  }

  async #stop(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }
}

/** How what the thread does next ends: loading, or a task that it is sent. */
function ended<Part>(
  worker: Worker,
  isLate: (signal: AbortSignal) => Promise<void>,
  take: (part: Part) => void = () => {},
  ...tasks: unknown[]
): Promise<Outcome<Part>['end']> {
  return new Promise((resolve) => {
    const limit = new AbortController();
    const finish = (end: Outcome<Part>['end']) => {
      limit.abort();
      worker.off('message', hear).off('exit', fail);
      resolve(end);
    };
    const hear = (said: Said<Part>) => (said.kind === 'part' ? take(said.part) : finish('done'));
    const fail = () => finish('failed');
    worker.on('message', hear).on('exit', fail);
    isLate(limit.signal).then(
      () => finish('too-late'),
      () => {},
    );
    for (const task of tasks) worker.postMessage(task);
  });
}
