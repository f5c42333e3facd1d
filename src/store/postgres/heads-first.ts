// Predicts whether headlines, or headlines and standfirsts, will fill the page, from recent searches as long.

import type { MatchSite } from '../../schemas/vocabulary.ts';

/** The weight of the latest search in the moving average. */
const WEIGHT = 0.2;

export class HeadsFirst {
  /** Where it is looked first. */
  readonly sites: readonly MatchSite[];
  readonly #shares = new Map<number, number>();

  constructor(sites: readonly MatchSite[]) {
    this.sites = sites;
  }

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
