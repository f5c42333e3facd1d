// What many ask for at once is made once: the others wait for it.

/** Keys that have been kept before; of anything else nobody knows whether waiting is of use. */
const KNOWN = 10_000;

/** Longer ones are made up by somebody, and would take the memory of many. */
const LONGEST = 500;

interface Making {
  by: object;
  waiting: (() => void)[];
}

export class RequestCoalescing {
  readonly #known = new Set<string>();
  readonly #making = new Map<string, Making>();

  /** Whether somebody makes it already; then `again` is called as soon as that is over. */
  waits(key: string, again: () => void): boolean {
    const making = this.#making.get(key);
    making?.waiting.push(again);
    return making !== undefined;
  }

  /** Whether others may wait for it; whoever begins then says when it is over, whatever came of it. */
  begins(key: string, by: object): boolean {
    if (!this.#known.has(key)) return false;
    this.#making.set(key, { by, waiting: [] });
    return true;
  }

  /** Unless it is there by now it cannot be kept, and nobody waits for the next one either. */
  end(key: string, by: object): void {
    if (this.#making.get(key)?.by !== by) return;
    this.#known.delete(key);
    this.#letGo(key);
  }

  /** It is there now, and can be waited for when it is made the next time. */
  made(key: string): void {
    if (key.length > LONGEST) return;
    this.#known.add(key);
    const [oldest] = this.#known.size > KNOWN ? this.#known : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#letGo(key);
  }

  #letGo(key: string): void {
    const waiting = this.#making.get(key)?.waiting ?? [];
    this.#making.delete(key);
    for (const again of waiting) again();
  }
}
