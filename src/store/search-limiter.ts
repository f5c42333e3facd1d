// Who may search when: a few at once, a short line behind them, and nobody for longer than the limit.

import { Problem } from '../errors.ts';
import { SEARCH } from '../schemas/limits.ts';

export class SearchLimiter {
  readonly #atOnce: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** A place is free again when the work has really ended, however early its answer was given. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    const working = work().finally(() => this.#leave());
    return beforeTooLong(working);
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= SEARCH.waiting) throw new Problem('search_busy');
    await this.#turn();
  }

  #turn(): Promise<void> {
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

  /** Whoever has waited longest takes the place over. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

function beforeTooLong<Result>(working: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Problem('search_too_slow')), SEARCH.ms);
    working.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
