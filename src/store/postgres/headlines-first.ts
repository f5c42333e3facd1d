// Predicts whether headlines alone will fill the page, from recent searches of the same length.

/** The weight of the latest search in the moving average. */
const WEIGHT = 0.2;

export class HeadlinesFirst {
  readonly #shares = new Map<number, number>();

  isLikely({ length }: string): boolean {
    return this.#shareOf(length) >= 0.5;
  }

  learn({ length }: string, wasEnough: boolean): void {
    const latest = wasEnough ? 1 : 0;
    this.#shares.set(length, this.#shareOf(length) * (1 - WEIGHT) + latest * WEIGHT);
  }

  #shareOf(length: number): number {
    return this.#shares.get(length) ?? 1;
  }
}
