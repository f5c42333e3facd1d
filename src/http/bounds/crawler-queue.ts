// The queue of crawlers: a few of their requests at a time, after the readers', from a budget of processor time.

import type { IncomingMessage } from 'node:http';
import type { Bounds } from '../../schemas/limits.ts';
import { isCrawler } from './crawlers.ts';
import type { Exchange } from './exchange.ts';
import { ProcessorBudget } from './processor-budget.ts';
import { pathOf, type RequestKind } from './request-kinds.ts';

/** Writers, whoever signs in, and what has a body are none of a crawler's business. */
const CONCERNED: ReadonlySet<RequestKind | null> = new Set(['read', 'document', 'search', 'image']);

/** A crawler that can't read it stays away from the whole site. */
const ALWAYS_ANSWERED = '/robots.txt';

/** What a request costs while none has been measured. */
const USUAL_MS = 1;

/** What it takes before and after its turn, to be received and sent, is not measured: about this much. */
const AROUND_MS = 0.2;

/** Those that are answered at once, as what is cached, have their turns together for so long. */
const TOGETHER_MS = 0.5;

interface Waiting {
  exchange: Exchange;
  start: () => void;
  leave: () => void;
}

export class CrawlerQueue {
  readonly #bounds: Bounds['crawlers'];
  readonly #budget: ProcessorBudget;
  /**
   * An array, and not a Set: each time that a Set makes a new table, the one before refers to it and to all who waited.
   * Once one of these has lived long enough, V8 copies all who wait after it too, dead or not, as long-lived ones.
   */
  readonly #waiting: Waiting[] = [];
  /** Whether one has its turn. */
  #isBusy = false;
  #isScheduled = false;
  #isClosing = false;
  /** Requests that had their turn, and those that were refused. */
  readonly counts = { answered: 0, refused: 0 };

  /** `percent` of one processor. */
  constructor(percent: number, bounds: Bounds['crawlers']) {
    this.#bounds = bounds;
    this.#budget = new ProcessorBudget({ share: percent / 100, burstMs: bounds.burstMs });
  }

  get processorSeconds(): number {
    return this.#budget.spentMs / 1_000;
  }

  concerns(kind: RequestKind | null, { headers, url = '' }: IncomingMessage): boolean {
    return (
      CONCERNED.has(kind) && isCrawler(headers['user-agent']) && pathOf(url) !== ALWAYS_ANSWERED
    );
  }

  /** Calls `start` in its turn, or `refuse` with the seconds after which there may be room. */
  enter(exchange: Exchange, start: () => void, refuse: (seconds: number) => void): void {
    const refuseIt = () => {
      this.counts.refused += 1;
      refuse(this.#secondsUntilRoom());
    };
    if (this.#waiting.length >= this.#bounds.waiting) {
      refuseIt();
      return;
    }
    const timer = setTimeout(() => {
      leave();
      refuseIt();
    }, this.#bounds.waitMs);
    const leave = () => {
      clearTimeout(timer);
      const at = this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
    };
    const waiting = { exchange, start, leave };
    this.#waiting.push(waiting);
    // Whoever has gone needs no turn.
    exchange.whenOver(leave);
    this.#schedule();
  }

  /** Before the process ends, whoever waits is answered, whatever is left of the budget. */
  close(): void {
    this.#isClosing = true;
    this.#isScheduled = false;
    this.#schedule();
  }

  /**
   * Always in a turn of the event loop of its own: the requests of readers that have arrived by then are
   * handled first, so that a reader waits for one crawler at most, or for a few that cost nothing.
   */
  #schedule(): void {
    if (this.#isBusy || this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    const ms = this.#isClosing ? 0 : this.#budget.msUntil();
    if (ms === 0) setImmediate(() => this.#startNext());
    else {
      setTimeout(() => {
        this.#isScheduled = false;
        this.#schedule();
      }, Math.ceil(ms));
    }
  }

  #startNext(): void {
    const end = performance.now() + TOGETHER_MS;
    while (!this.#isBusy) {
      const [first] = this.#waiting;
      if (!first) break;
      this.#start(first);
      if (performance.now() > end || (this.#budget.msUntil() > 0 && !this.#isClosing)) break;
    }
    this.#isScheduled = false;
    this.#schedule();
  }

  #start({ exchange, start, leave }: Waiting): void {
    leave();
    if (exchange.response.destroyed) return;
    this.#isBusy = true;
    this.counts.answered += 1;
    const endSpending = this.#budget.spend();
    exchange.whenAnswered(() => {
      endSpending(AROUND_MS);
      this.#isBusy = false;
      this.#schedule();
    });
    start();
  }

  /** By what those ahead of it will cost, as far as anybody can know. */
  #secondsUntilRoom(): number {
    const { answered } = this.counts;
    const each = answered === 0 ? USUAL_MS : this.#budget.spentMs / answered;
    return Math.max(1, Math.ceil(this.#budget.msUntil(this.#waiting.length * each) / 1_000));
  }
}
