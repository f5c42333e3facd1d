// Bounded queue: a number of tasks run, some wait for their turn, and all others are refused.

import { type ErrorCode, Problem } from './errors.ts';

interface Turns {
  readonly atOnce: number;
  readonly waiting: number;
  /** The longest time that a task waits; without a limit, it waits until its turn comes. */
  readonly waitMs?: number;
}

export class BoundedQueue {
  readonly #turns: Turns;
  /** False while no task may start, no matter how few are running. */
  readonly #hasRoom: () => boolean;
  /** An array, because a Set would make V8 move waiting callbacks to old space whenever its table grows. */
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isScheduled = false;

  constructor(turns: Turns, hasRoom = () => true) {
    this.#turns = turns;
    this.#hasRoom = hasRoom;
  }

  /** Runs the work in its turn, which lasts until the work ends, even if its caller no longer waits. */
  async run<Result>(work: () => Promise<Result>, refusal?: ErrorCode): Promise<Result> {
    await this.turn(refusal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Resolves when the caller may start; the caller must then call `leave` once. */
  turn(refusal: ErrorCode = 'overloaded'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.enter(resolve, () => reject(new Problem(refusal)));
    });
  }

  /** Calls `start` now or later, or `refuse`. After `start`, the caller must call `leave` once. */
  enter(start: () => void, refuse: () => void): void {
    if (this.#waiting.length === 0 && this.#mayStart()) {
      this.#running += 1;
      start();
    } else if (this.#waiting.length < this.#turns.waiting) this.#wait(start, refuse);
    else refuse();
  }

  leave(): void {
    this.#running -= 1;
    this.startNext();
  }

  /** Starts one task per turn of the event loop, so that other work runs in between. */
  startNext(): void {
    if (this.#waiting.length === 0 || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const [begin] = this.#waiting;
      if (!begin || !this.#mayStart()) return;
      this.#running += 1;
      begin();
      this.startNext();
    });
  }

  #mayStart(): boolean {
    return this.#running < this.#turns.atOnce && this.#hasRoom();
  }

  #wait(start: () => void, refuse: () => void): void {
    const { waitMs } = this.#turns;
    const leave = () => this.#waiting.splice(this.#waiting.indexOf(begin), 1);
    const giveUp = () => {
      leave();
      refuse();
    };
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    const begin = () => {
      clearTimeout(timer);
      leave();
      start();
    };
    this.#waiting.push(begin);
  }
}
