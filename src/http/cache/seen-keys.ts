// Recently requested keys. Crawlers request most responses once, so a response gets memory at its second request.

/** Number of keys that are remembered even if the cache is small. */
const FEWEST_KEYS = 500;

/** Longest key that is remembered, because a longer one isn't worth its memory. */
const LONGEST_KEY = 500;

export class SeenKeys {
  #latest = new Set<string>();
  #earlier = new Set<string>();

  /**
   * True if the key was added before. The number of remembered keys is at least that of the cache's entries (`room`):
   * a response requested again later than that would have been evicted from the cache anyway.
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
