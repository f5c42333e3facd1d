// The search limiter: a few searches run at a time, a short queue waits, and each has a time limit.

import { Problem } from '../../errors.ts';
import { SEARCH } from '../../schemas/limits.ts';

export class SearchLimiter {
  readonly #atOnce: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Keeps the slot until the work has really ended, even if the caller got a timeout earlier. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#acquire();
    const working = work().finally(() => this.#release());
    return withTimeLimit(working);
  }

  async #acquire(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= SEARCH.waiting) throw new Problem('search_busy');
    await this.#queue();
  }

  #queue(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(new Problem('search_busy'));
      }, SEARCH.ms);
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(enter);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
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
