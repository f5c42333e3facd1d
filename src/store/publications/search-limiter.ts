// The search limiter: a few searches run at a time, a short queue waits, and each has a time limit.

import { BoundedQueue } from '../../bounded-queue.ts';
import { Problem } from '../../errors.ts';

/** Searches per process: running, queued, and the timeout of each. */
export const SEARCH = { atOnce: 4, waiting: 32, ms: 5_000 } as const;

export class SearchLimiter {
  readonly #queue: BoundedQueue;

  constructor(atOnce: number) {
    this.#queue = new BoundedQueue({ atOnce, waiting: SEARCH.waiting, waitMs: SEARCH.ms });
  }

  /** Keeps the slot until the work has really ended, even if the caller got a timeout earlier. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#queue.turn('search_busy');
    return withTimeLimit(work().finally(() => this.#queue.leave()));
  }
}

/** An error after the limit counts as a timeout too: PostgreSQL's own timeout may arrive before a late timer fires. */
function withTimeLimit<Result>(working: Promise<Result>): Promise<Result> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Problem('search_too_slow'));
    const timer = setTimeout(refuse, SEARCH.ms);
    const fail = (error: unknown) => {
      if (performance.now() - begun < SEARCH.ms) reject(error);
      else refuse();
    };
    working.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}
