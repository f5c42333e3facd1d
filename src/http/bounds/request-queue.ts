// A request queue: some requests are answered at once, some wait for their turn, the rest are refused.

interface QueueOptions {
  atOnce: number;
  waiting: number;
  waitMs: number;
  /** Whether there is room for one more, whatever the number. */
  hasRoom: () => boolean;
}

export class RequestQueue {
  readonly #options: QueueOptions;
  /** An array for the reason that crawler-queue.ts gives. */
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isScheduled = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Calls `start` now or later, or `refuse`. Whoever was started must call `leave` once. */
  enter(start: () => void, refuse: () => void): void {
    if (this.isFree()) {
      this.#running += 1;
      start();
    } else if (this.#waiting.length < this.#options.waiting) this.#wait(start, refuse);
    else refuse();
  }

  leave(): void {
    this.#running -= 1;
    this.startNext();
  }

  /** In a turn of the event loop of its own, so that others get theirs between two of them. */
  startNext(): void {
    if (this.#waiting.length === 0 || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#hasRoom()) {
        const [begin] = this.#waiting;
        if (!begin) return;
        this.#running += 1;
        begin();
      }
    });
  }

  /** Whether one more would be started at once. */
  isFree(): boolean {
    return this.#waiting.length === 0 && this.#hasRoom();
  }

  #hasRoom(): boolean {
    const { atOnce, hasRoom } = this.#options;
    return this.#running < atOnce && hasRoom();
  }

  #wait(start: () => void, refuse: () => void): void {
    const leave = () => this.#waiting.splice(this.#waiting.indexOf(begin), 1);
    const timer = setTimeout(() => {
      leave();
      refuse();
    }, this.#options.waitMs);
    const begin = () => {
      clearTimeout(timer);
      leave();
      start();
    };
    this.#waiting.push(begin);
  }
}
