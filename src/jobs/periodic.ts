// A periodic job: runs, waits, runs again, and never overlaps itself.

export interface Log {
  warn(details: object, words: string): void;
}

export interface BackgroundJob {
  start(): void;
  /** Never rejects, and takes a few seconds at most. */
  stop(): Promise<void>;
}

export interface PeriodicWork {
  readonly failed: string;
  readonly everyMs: number;
  readonly firstMs?: number;
  /** The signal is aborted when the job is stopped, so that a long run can end early. */
  run(signal: AbortSignal): Promise<unknown>;
}

export const STOP_MS = 5_000;

/** The maximum pause, which doubles with each failed run. */
const BACK_OFF_MS = 10_000;

export class PeriodicJob implements BackgroundJob {
  readonly #work: PeriodicWork;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();
  #failures = 0;
  #reported = '';

  constructor(work: PeriodicWork, log: Log) {
    this.#work = work;
    this.#log = log;
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Ends the pause. During a run, another run follows immediately. */
  wake(): void {
    this.#woken.resolve();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await withinMs(STOP_MS, this.#running);
  }

  async #loop(): Promise<void> {
    const { firstMs = 0, everyMs } = this.#work;
    const { signal } = this.#stopping;
    if (firstMs > 0) await this.#pause(firstMs);
    while (!signal.aborted) {
      this.#woken = Promise.withResolvers();
      await this.#attempt(signal);
      const backOffMs = Math.min(everyMs * 2 ** this.#failures, BACK_OFF_MS);
      await this.#pause(Math.max(everyMs, backOffMs));
    }
  }

  /** Logs a failure once, and again only if it changes or comes back after a success. */
  async #attempt(signal: AbortSignal): Promise<void> {
    try {
      await this.#work.run(signal);
      this.#failures = 0;
      this.#reported = '';
    } catch (error) {
      this.#failures += 1;
      const reason = String(error);
      if (signal.aborted || reason === this.#reported) return;
      this.#reported = reason;
      this.#log.warn({ err: error }, this.#work.failed);
    }
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = this.#woken;
    // The timer is unreferenced, so that a process with nothing else to do can end.
    const timer = setTimeout(resolve, ms).unref();
    await promise;
    clearTimeout(timer);
  }
}

export async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
