// Asynchronous connections to SQLite, on the calling thread or on a separate one.

import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Failure, Reply, Request, Work } from './connection-thread.ts';
import {
  isBusy,
  type OpenOptions,
  type Outcome,
  type Statement,
  SyncConnection,
} from './sync-connection.ts';

export interface Connection {
  readonly readOnly: boolean;
  run(sql: string, parameters: readonly unknown[]): Promise<Outcome>;
  /** Stops the running statement as soon as possible. The connection remains usable. */
  stop(): void;
  close(): Promise<void>;
}

const RETRY_MS = 5;
/** How long reads fail immediately after one has waited for the lock in vain, because others queue behind that one. */
const LOCKED_MS = 1_000;

/** A connection on the calling thread for reads that take microseconds. It opens with the first statement. */
export class DirectConnection implements Connection {
  readonly readOnly: boolean;
  readonly #options: OpenOptions;
  #connection: SyncConnection | undefined;
  #isClosed = false;
  #isLockedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: OpenOptions) {
    this.readOnly = options.readOnly;
    this.#options = options;
  }

  /** Waits without blocking the thread while another process has locked the file. */
  async run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    const deadline = performance.now() + this.#options.busyMs;
    for (;;) {
      try {
        return this.execute(sql, parameters);
      } catch (error) {
        if (!isBusy(error) || performance.now() < this.#isLockedUntil) throw error;
        if (performance.now() > deadline) {
          this.#isLockedUntil = performance.now() + LOCKED_MS;
          throw error;
        }
      }
      await setTimeout(RETRY_MS);
    }
  }

  execute(sql: string, parameters: readonly unknown[]): Outcome {
    if (this.#isClosed) throw new Error('The database is closed.');
    this.#connection ??= new SyncConnection({ ...this.#options, busyMs: 0 });
    return this.#connection.run(sql, parameters);
  }

  checkFiles(): void {
    this.#connection?.checkFiles();
  }

  /** Does nothing, because a statement on this thread has always ended by then. */
  stop(): void {}

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connection?.close();
    this.#connection = undefined;
  }
}

// Limits the heap of the thread, which only passes rows on; without a limit, it would grow by 50 MB.
const YOUNG_MB = 4;

class ThreadError extends Error {
  readonly errcode: number | undefined;

  constructor({ message, code }: Failure) {
    super(message);
    this.errcode = code;
  }
}

interface Pending {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** A connection on a separate thread, which starts with the first statement, and again if it dies. */
export class ThreadConnection implements Connection {
  readonly readOnly: boolean;
  readonly #options: OpenOptions;
  readonly #onAnswer: () => void;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #isClosed = false;
  #lastId = 0;

  /** `onAnswer` is called before the promise of the statement's caller settles. */
  constructor(options: OpenOptions, onAnswer: () => void = () => {}) {
    this.readOnly = options.readOnly;
    this.#options = options;
    this.#onAnswer = onAnswer;
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    const { outcome, failures } = await this.#ask({ sql, parameters });
    if (failures[0]) throw new ThreadError(failures[0]);
    return outcome;
  }

  /** Runs batches in one transaction, each all or nothing. Returns each batch's error, or null. */
  async runGroup(group: Statement[][]): Promise<(Error | null)[]> {
    const { failures } = await this.#ask({ group });
    return failures.map((failure) => failure && new ThreadError(failure));
  }

  #ask(work: Work): Promise<Reply> {
    // A thread that started now would never be stopped.
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const request: Request = { id: ++this.#lastId, ...work };
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  /** Ends the thread; a pending statement fails only when the thread is gone. */
  stop(): void {
    const worker = this.#worker;
    if (this.#pending.size === 0) this.#worker = undefined;
    void worker?.terminate();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await gone;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./connection-thread.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => this.#abandon(worker, error));
    worker.on('exit', () => this.#abandon(worker, new Error('The database thread ended.')));
    return worker;
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    this.#onAnswer();
    pending?.resolve(reply);
  }

  #abandon(worker: Worker, error: unknown): void {
    // The thread may have been replaced already.
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#pending.clear();
  }
}
