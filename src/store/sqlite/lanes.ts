// The ways a statement can reach SQLite: on this thread, or on a thread of its own.

import { Worker } from 'node:worker_threads';
import { type OpenOptions, type Outcome, SqliteConnection } from './connection.ts';
import type { Reply, Request } from './thread.ts';

export interface Lane {
  readonly readOnly: boolean;
  run(sql: string, parameters: readonly unknown[]): Promise<Outcome>;
  close(): Promise<void>;
}

/** On the calling thread, opened with the first statement: for reads that take microseconds. */
export class DirectLane implements Lane {
  readonly readOnly: boolean;
  readonly #options: OpenOptions;
  #connection: SqliteConnection | undefined;

  constructor(options: OpenOptions) {
    this.readOnly = options.readOnly;
    this.#options = options;
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    this.#connection ??= new SqliteConnection(this.#options);
    return this.#connection.run(sql, parameters);
  }

  async close(): Promise<void> {
    this.#connection?.close();
  }
}

/** What SQLite said on another thread, with its error number as `errcode`, as on this one. */
class ThreadError extends Error {
  readonly errcode: number | undefined;

  constructor(message: string, errcode: number | undefined) {
    super(message);
    this.errcode = errcode;
  }
}

interface Pending {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/** On a thread of its own, started with the first statement and again after it died. */
export class ThreadLane implements Lane {
  readonly readOnly: boolean;
  readonly #options: OpenOptions;
  readonly #onAnswer: () => void;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #isClosed = false;
  #lastId = 0;

  /** `onAnswer` is called before whoever waits for a statement hears of it. */
  constructor(options: OpenOptions, onAnswer: () => void = () => {}) {
    this.readOnly = options.readOnly;
    this.#options = options;
    this.#onAnswer = onAnswer;
  }

  run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    // A thread that began now would never end.
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const request: Request = { id: ++this.#lastId, sql, parameters };
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
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
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: this.#options,
    });
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => this.#abandon(error));
    worker.on('exit', () => this.#abandon(new Error('The database thread ended.')));
    return worker;
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    this.#onAnswer();
    if ('outcome' in reply) pending?.resolve(reply.outcome);
    else pending?.reject(new ThreadError(reply.error.message, reply.error.code));
  }

  #abandon(error: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#pending.clear();
  }
}
