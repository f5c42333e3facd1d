// Request coalescing (single-flight): of many requests for one thing, one computes it and the others wait.

/** Keys that could not be cached the last time: for those, waiting only delays. */
const UNCACHEABLE_KEYS = 10_000;

/** Very long keys are abuse: each would take the memory of many. */
const LONGEST_KEY = 500;

/** Gets the response that was waited for, where there is one. */
type Retry<Made> = (made: Made | undefined) => void;

interface Flight<Made> {
  by: object;
  waiting: Retry<Made>[];
}

export class RequestCoalescing<Made> {
  readonly #uncacheable = new Set<string>();
  readonly #flights = new Map<string, Flight<Made>>();

  /** Whether somebody is computing it already; then `retry` is called as soon as that has ended. */
  waits(key: string, retry: Retry<Made>): boolean {
    const flight = this.#flights.get(key);
    flight?.waiting.push(retry);
    return flight !== undefined;
  }

  /** Whether others may wait for it; whoever begins must call `end`, whatever the outcome. */
  begins(key: string, by: object): boolean {
    if (key.length > LONGEST_KEY || this.#uncacheable.has(key)) return false;
    this.#flights.set(key, { by, waiting: [] });
    return true;
  }

  /** If it is not cached by now it cannot be cached, and nobody waits for the next one either. */
  end(key: string, by: object): void {
    if (this.#flights.get(key)?.by !== by) return;
    this.#uncacheable.add(key);
    const [oldest] = this.#uncacheable.size > UNCACHEABLE_KEYS ? this.#uncacheable : [];
    if (oldest !== undefined) this.#uncacheable.delete(oldest);
    this.#release(key, undefined);
  }

  /** Whether somebody waits for it. */
  isAwaited(key: string): boolean {
    return (this.#flights.get(key)?.waiting.length ?? 0) > 0;
  }

  /** All who wait get it, also one that is too large for the cache. */
  made(key: string, response: Made): void {
    this.#uncacheable.delete(key);
    this.#release(key, response);
  }

  #release(key: string, response: Made | undefined): void {
    const waiting = this.#flights.get(key)?.waiting ?? [];
    this.#flights.delete(key);
    for (const retry of waiting) retry(response);
  }
}
