// Keys that were asked for lately: what is asked for once, as crawlers do, is not worth a place in the cache.

/** Of the latest, at least as many are known, and at most twice as many. */
const KEYS = 20_000;

/** A longer one is not worth its memory. */
const LONGEST_KEY = 500;

export class SeenKeys {
  #latest = new Set<string>();
  #earlier = new Set<string>();

  /** Whether it was seen before; from now on it was. */
  add(key: string): boolean {
    if (this.#latest.has(key) || this.#earlier.has(key)) return true;
    if (key.length > LONGEST_KEY) return false;
    if (this.#latest.size >= KEYS) {
      this.#earlier = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(key);
    return false;
  }
}
