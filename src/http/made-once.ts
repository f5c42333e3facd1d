// What many ask for at once is made once: the others wait for it.

/** Keys that have been kept before; of anything else nobody knows whether waiting is of use. */
const KNOWN = 10_000;

export class MadeOnce {
  readonly #known = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Whether somebody makes it already; then `again` is called as soon as that is over. */
  waits(key: string, again: () => void): boolean {
    const waiting = this.#waiting.get(key);
    waiting?.push(again);
    return waiting !== undefined;
  }

  /** Whether others may wait for it; whoever begins then says when it is over, whatever came of it. */
  begins(key: string): boolean {
    if (!this.#known.has(key)) return false;
    this.#waiting.set(key, []);
    return true;
  }

  end(key: string): void {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const again of waiting) again();
  }

  /** It is there now, and can be waited for when it is made the next time. */
  made(key: string): void {
    this.#known.add(key);
    const [oldest] = this.#known.size > KNOWN ? this.#known : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.end(key);
  }
}
