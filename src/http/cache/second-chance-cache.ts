// Second-chance cache of limited size: evicts entries that weren't requested since they were last considered. It
// keeps about what LRU would keep, with a flag per hit instead of an ordered list.

interface Entry<Value> {
  value: Value;
  bytes: number;
  wasAsked: boolean;
}

export class SecondChanceCache<Value> {
  readonly #maxBytes: number;
  /** Entries in the order in which they are considered for eviction. */
  readonly #entries = new Map<string, Entry<Value>>();
  /** Iterator at the first entry, kept because a new one would have to skip all deleted entries. */
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

  /** Values larger than the whole cache are not stored. */
  set(key: string, value: Value, bytes: number): void {
    this.#delete(key);
    if (bytes > this.#maxBytes) return;
    while (this.#bytes + bytes > this.#maxBytes) this.#evict();
    this.#entries.set(key, { value, bytes, wasAsked: false });
    this.#bytes += bytes;
  }

  /** Evicts the first entry that wasn't requested; requested entries move to the end. */
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
