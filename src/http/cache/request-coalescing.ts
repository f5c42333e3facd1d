// Request coalescing (single-flight): one request computes the response, and others for the same response wait.

/** Number of remembered uncacheable keys; requests for them don't wait, because waiting would only delay them. */
const UNCACHEABLE_KEYS = 10_000;

/** Longest key that is coalesced; longer ones are abuse, and each would take the memory of many. */
const LONGEST_KEY = 500;

/** Called with the computed response, or with undefined if that response can't be shared. */
type Retry<Made> = (made: Made | undefined) => void;

interface Flight<Made> {
  by: object;
  waiting: Retry<Made>[];
}

export class RequestCoalescing<Made> {
  readonly #uncacheable = new Set<string>();
  readonly #flights = new Map<string, Flight<Made>>();

  /** True if another request is computing the response; `retry` is called when that ends. */
  waits(key: string, retry: Retry<Made>): boolean {
    const flight = this.#flights.get(key);
    flight?.waiting.push(retry);
    return flight !== undefined;
  }

  /** True if other requests may wait for this one; the caller must then call `end`, even after a failure. */
  begins(key: string, by: object): boolean {
    if (key.length > LONGEST_KEY || this.#uncacheable.has(key)) return false;
    this.#flights.set(key, { by, waiting: [] });
    return true;
  }

  /** A response that isn't cached by now is uncacheable, and later requests don't wait for it. */
  end(key: string, by: object): void {
    if (this.#flights.get(key)?.by !== by) return;
    this.#uncacheable.add(key);
    const [oldest] = this.#uncacheable.size > UNCACHEABLE_KEYS ? this.#uncacheable : [];
    if (oldest !== undefined) this.#uncacheable.delete(oldest);
    this.#release(key, undefined);
  }

  isAwaited(key: string): boolean {
    return (this.#flights.get(key)?.waiting.length ?? 0) > 0;
  }

  /** Waiting requests get the response even if it is too large for the cache. */
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
