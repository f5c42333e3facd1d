// Keys requested lately: a response requested once, as by crawlers, isn't worth memory.

/** Lower limit, however small the cache is. */
const FEWEST_KEYS = 500;

/** Longer keys aren't worth their memory. */
const LONGEST_KEY = 500;

export class SeenKeys {
  #latest = new Set<string>();
  #earlier = new Set<string>();

  /**
   * True if the key was added before. At least as many recent keys are known as the cache has room for: a
   * response requested again later than that would have been evicted anyway.
   */
  add(key: string, room: number): boolean {
    if (this.#latest.has(key) || this.#earlier.has(key)) return true;
    if (key.length > LONGEST_KEY) return false;
    if (this.#latest.size >= Math.max(FEWEST_KEYS, room)) {
      this.#earlier = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(key);
    return false;
  }
}
