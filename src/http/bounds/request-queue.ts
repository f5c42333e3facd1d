// Request queue: a number of requests run, some wait for their turn, the rest are refused.

import type { Turns } from './bounds.ts';

export class RequestQueue {
  readonly #turns: Turns;
  /** False if there is no room for another response, whatever the number of requests. */
  readonly #hasRoom: () => boolean;
  /** An array, because V8 would move waiting callbacks of a Set to old space whenever the Set's table grows. */
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isScheduled = false;

  constructor(turns: Turns, hasRoom: () => boolean) {
    this.#turns = turns;
    this.#hasRoom = hasRoom;
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

  /** Starts one request per turn of the event loop, so that other requests come in between. */
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
    const leave = () => this.#waiting.splice(this.#waiting.indexOf(begin), 1);
    const timer = setTimeout(() => {
      leave();
      refuse();
    }, this.#turns.waitMs);
    const begin = () => {
      clearTimeout(timer);
      leave();
      start();
    };
    this.#waiting.push(begin);
  }
}
