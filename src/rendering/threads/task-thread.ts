// Runs tasks one at a time on a worker thread, each with a time limit.

import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { BoundedQueue } from '../../bounded-queue.ts';
import { whenUsedUp } from './processor-time.ts';

export type Said<Part> = { readonly kind: 'loaded' | 'done' } | Made<Part>;

interface Made<Part> {
  readonly kind: 'part';
  readonly part: Part;
}

export interface Outcome<Part> {
  /** Parts of the result in order; parts sent before a time limit aren't lost. */
  readonly parts: Part[];
  readonly end: 'done' | 'too-late' | 'failed';
}

interface Settings {
  /** Module of the worker, which must call `serveTasks`. */
  readonly file: URL;
  readonly name: string;
  /** Idle time after which the worker ends; with 0, every task gets a new worker. */
  readonly idleMs: number;
}

const MEMORY_MB = 256;
/** Loading has a separate limit, because it may take a long time on a busy machine. */
const LOADING_MS = 60_000;
const MOST_WAITING = 63;

export class TaskThread<Task, Part> {
  readonly #settings: Settings;
  readonly #queue = new BoundedQueue({ atOnce: 1, waiting: MOST_WAITING });
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * The limit starts when the worker has loaded and earlier tasks are done. It counts the worker's processor time, so
   * that the same text gets the same result on a busy machine.
   */
  run(task: Task, limitMs: number): Promise<Outcome<Part>> {
    return this.#queue.run(() => this.#runNow(task, limitMs));
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
    // Without a listener, an error of the worker would end the process.
    return worker.on('error', (error) => {
      process.emitWarning(`The thread for ${name} failed: ${String(error)}`);
    });
  }

  /** Idle workers don't keep the process alive, and end after a while to free their memory. */
  #keep(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => void this.#stop(worker), this.#settings.idleMs).unref();
  }

  async #stop(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }
}

/** Resolves when the worker's next step, loading or a task, has ended. */
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
