// Keys that were asked for lately: what is asked for once, as crawlers do, is not worth a place in the cache.

/** However few there is room for. */
const FEWEST_KEYS = 500;

/** A longer one is not worth its memory. */
const LONGEST_KEY = 500;

export class SeenKeys {
  #latest = new Set<string>();
  #earlier = new Set<string>();

  /**
   * Whether it was seen before, from now on it was. Of the latest, at least as many are known as there is
   * room for in the cache: what comes again only after so many others would be gone by then.
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
