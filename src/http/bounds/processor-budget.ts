// A budget of processor time: what was spent is taken from it, and a share of every second is added.

const US_PER_MS = 1_000;

interface BudgetOptions {
  /** How much of one processor: 0.5 adds half a second in each second. */
  share: number;
  /** The most that is saved up, in milliseconds of processor time. */
  burstMs: number;
}

export class ProcessorBudget {
  readonly #share: number;
  readonly #burstMs: number;
  /** Below zero, somebody has spent more than there was: nobody knows beforehand. */
  #leftMs: number;
  #filledAt = Date.now();
  /** All that was ever spent from it. */
  spentMs = 0;

  constructor({ share, burstMs }: BudgetOptions) {
    this.#share = share;
    this.#burstMs = burstMs;
    this.#leftMs = burstMs;
  }

  /**
   * Returns what ends the spending. All threads of the process count: feeds are read and compressed on
   * others. So does what else the process does meanwhile, if that takes turns with it, and so much besides.
   */
  spend(): (besidesMs: number) => void {
    const before = process.cpuUsage();
    return (besidesMs) => {
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / US_PER_MS + besidesMs;
      this.#fill();
      this.spentMs += ms;
      this.#leftMs -= ms;
    };
  }

  /** How long it takes until so much can be spent; 0 where it can be spent now. */
  msUntil(costMs = 0): number {
    this.#fill();
    return Math.max(0, costMs - this.#leftMs) / this.#share;
  }

  #fill(): void {
    const now = Date.now();
    // A clock that was set back adds nothing.
    const elapsed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#leftMs = Math.min(this.#burstMs, this.#leftMs + elapsed * this.#share);
  }
}
