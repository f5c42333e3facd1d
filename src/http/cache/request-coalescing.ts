// Request coalescing (single-flight): of many requests for one thing, one computes it and the others wait.

/** Keys that were cached before; of any other, nobody knows whether waiting helps. */
const KNOWN_KEYS = 10_000;

/** Very long keys are abuse: each would take the memory of many. */
const LONGEST_KEY = 500;

interface Flight {
  by: object;
  waiting: (() => void)[];
}

export class RequestCoalescing {
  readonly #known = new Set<string>();
  readonly #flights = new Map<string, Flight>();

  /** Whether somebody is computing it already; then `retry` is called as soon as that has ended. */
  waits(key: string, retry: () => void): boolean {
    const flight = this.#flights.get(key);
    flight?.waiting.push(retry);
    return flight !== undefined;
  }

  /** Whether others may wait for it; whoever begins must call `end`, whatever the outcome. */
  begins(key: string, by: object): boolean {
    if (!this.#known.has(key)) return false;
    this.#flights.set(key, { by, waiting: [] });
    return true;
  }

  /** If it is not cached by now it cannot be cached, and nobody waits for the next one either. */
  end(key: string, by: object): void {
    if (this.#flights.get(key)?.by !== by) return;
    this.#known.delete(key);
    this.#release(key);
  }

  /** It is cached now, and requests may wait for it the next time. */
  made(key: string): void {
    if (key.length > LONGEST_KEY) return;
    this.#known.add(key);
    const [oldest] = this.#known.size > KNOWN_KEYS ? this.#known : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#release(key);
  }

  #release(key: string): void {
    const waiting = this.#flights.get(key)?.waiting ?? [];
    this.#flights.delete(key);
    for (const retry of waiting) retry();
  }
}
