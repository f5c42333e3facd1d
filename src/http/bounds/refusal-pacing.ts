// Refusal pacing: clients that try again at once would otherwise take the processor from the others.

import type { Bounds } from '../../schemas/limits.ts';

type Pace = Bounds['refusals'];

export class RefusalPacing {
  readonly #pace: Pace;
  readonly #held: { send: () => void; since: number }[] = [];
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Sends a refusal at once while there are few; later, but soon, when there are many. */
  send(send: () => void): void {
    this.#timer ??= setInterval(() => this.#tick(), this.#pace.tickMs).unref();
    if (this.#sent >= this.#pace.perTick) {
      this.#held.push({ send, since: performance.now() });
      return;
    }
    this.#sent += 1;
    send();
  }

  /** Before the process ends, nobody is left waiting. */
  sendAll(): void {
    for (const { send } of this.#held.splice(0)) send();
  }

  #tick(): void {
    if (this.#sent === 0 && this.#held.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const longAgo = performance.now() - this.#pace.holdMs;
    const overdue = this.#held.findIndex(({ since }) => since > longAgo);
    const due = Math.max(this.#pace.perTick, overdue === -1 ? this.#held.length : overdue);
    const released = this.#held.splice(0, due);
    this.#sent = released.length;
    for (const { send } of released) send();
  }
}
