// Lanes and who waits for one: whoever came first gets the next that is free.

import type { Lane } from './connections.ts';

export class LaneQueue {
  readonly lanes: readonly Lane[];
  readonly #idle: Lane[];
  readonly #waiting: ((lane: Lane) => void)[] = [];

  constructor(lanes: readonly Lane[]) {
    this.lanes = lanes;
    this.#idle = [...lanes];
  }

  /** A lane for oneself, until it is given back. */
  async take(): Promise<Lane> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  giveBack(lane: Lane): void {
    const next = this.#waiting.shift();
    if (next) next(lane);
    else this.#idle.push(lane);
  }
}
