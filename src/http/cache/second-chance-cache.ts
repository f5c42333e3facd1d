// A cache by size that evicts what was not asked for since it was last considered: about what LRU keeps, at the
// price of a flag for each hit instead of a list to be kept in order.

interface Entry<Value> {
  value: Value;
  bytes: number;
  wasAsked: boolean;
}

export class SecondChanceCache<Value> {
  readonly #maxBytes: number;
  /** In the order in which they are considered. */
  readonly #entries = new Map<string, Entry<Value>>();
  /** At the first of them. A new iterator would have to search for it, past all that were deleted before it. */
  #next = this.#entries.entries();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.wasAsked = true;
    return entry.value;
  }

  /** One that is too large for all of it is not stored. */
  set(key: string, value: Value, bytes: number): void {
    this.#delete(key);
    if (bytes > this.#maxBytes) return;
    while (this.#bytes + bytes > this.#maxBytes) this.#evict();
    this.#entries.set(key, { value, bytes, wasAsked: false });
    this.#bytes += bytes;
  }

  /** The first that was not asked for; what was asked for goes to the end. */
  #evict(): void {
    while (this.#entries.size > 0) {
      const { value: first } = this.#next.next();
      if (!first) {
        this.#next = this.#entries.entries();
        continue;
      }
      const [key, entry] = first;
      this.#delete(key);
      if (!entry.wasAsked) return;
      entry.wasAsked = false;
      this.#entries.set(key, entry);
      this.#bytes += entry.bytes;
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
