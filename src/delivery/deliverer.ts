// The deliverer: sends what is due in the outbox, wakes when something is written to it, and polls.

import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { claim, type Flight, type Taken } from './claim.ts';
import { type Landed, record } from './record-attempts.ts';
import { send } from './send.ts';

export interface Delivering {
  readonly store: Store;
  readonly config: Config;
  readonly now: () => Date;
}

/** What goes wrong on our own side. */
export interface Log {
  warn(details: object, words: string): void;
}

/** The polling interval: for what another process wrote, and for retries that become due. */
const LOOK_MS = 1_000;
/** How long a shutdown waits for attempts in flight. */
const STOP_MS = 5_000;
const RECORDED_AT_ONCE = 100;

export class Deliverer {
  readonly #delivering: Delivering;
  readonly #log: Log;
  readonly #flights = new Map<string, Flight>();
  readonly #landed: Landed[] = [];
  #recording: Promise<void> | null = null;
  #wasWoken = Promise.withResolvers<void>();
  /** Aborted when a shutdown waits no longer. */
  readonly #abort = new AbortController();
  #isOver = false;
  #running: Promise<void> = Promise.resolve();
  #stopListening = () => {};

  constructor(delivering: Delivering, log: Log) {
    this.#delivering = delivering;
    this.#log = log;
  }

  start(): void {
    this.#stopListening = this.#delivering.store.onDue(() => this.#wake());
    this.#running = this.#run();
  }

  /** Waits for attempts in flight, but not for long: the next process retries what is left. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#stopListening();
    this.#wake();
    await this.#running;
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, STOP_MS);
    await Promise.race([this.#allLanded(), patience.promise]);
    clearTimeout(timer);
    await this.#recording;
    const left = [...this.#flights];
    this.#flights.clear();
    // Aborted before another process can claim it: nothing is sent twice at the same time.
    this.#abort.abort();
    await this.#delivering.store.outbox.release(
      left.map(([id]) => id),
      left.map(([, { lease }]) => lease),
    );
  }

  /** Sends everything that is due, and what becomes due meanwhile; then returns. */
  async deliverDue(): Promise<void> {
    while ((await this.#turn()) > 0 || this.#flights.size > 0) {
      const stirred = this.#wasWoken.promise;
      if (this.#flights.size > 0) await stirred;
    }
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const stirred = this.#wasWoken.promise;
      if ((await this.#turnSafely()) === 0) await soonest(stirred, LOOK_MS);
    }
  }

  async #turnSafely(): Promise<number> {
    try {
      return await this.#turn();
    } catch (error) {
      this.#log.warn({ err: error }, 'deliveries could not be taken from the outbox');
      return 0;
    }
  }

  /** Claims and sends as many as there is room for; returns how many. */
  async #turn(): Promise<number> {
    const { store, now } = this.#delivering;
    const taken = await claim(store, this.#flights, now());
    for (const each of taken) this.#dispatch(each);
    return taken.length;
  }

  #dispatch({ delivery, flight }: Taken): void {
    const { config, now } = this.#delivering;
    this.#flights.set(delivery.id, flight);
    send(config, delivery, now, this.#abort.signal)
      .then((attempt) => this.#onAttemptDone({ ...attempt, lease: flight.lease }))
      .catch((error) => this.#onSendError(delivery.id, error));
  }

  #onAttemptDone(landed: Landed): void {
    // After a shutdown that did not wait, the lease is no longer ours.
    if (!this.#flights.has(landed.id)) return;
    this.#landed.push(landed);
    this.#recording ??= this.#recordAll();
  }

  /** Attempts that end while a batch is recorded are the next batch. */
  async #recordAll(): Promise<void> {
    const { store, now } = this.#delivering;
    while (this.#landed.length > 0) {
      const batch = this.#landed.splice(0, RECORDED_AT_ONCE);
      try {
        await record(store, batch, now());
      } catch (error) {
        // Each is retried when its lease expires.
        this.#log.warn({ err: error }, 'delivery outcomes could not be recorded');
      }
      for (const { id } of batch) this.#flights.delete(id);
      this.#wake();
    }
    this.#recording = null;
  }

  #onSendError(id: string, error: unknown): void {
    this.#log.warn({ err: error, delivery: id }, 'a delivery could not be sent');
    this.#flights.delete(id);
    this.#wake();
  }

  async #allLanded(): Promise<void> {
    while (this.#flights.size > 0) await this.#wasWoken.promise;
  }

  #wake(): void {
    this.#wasWoken.resolve();
    this.#wasWoken = Promise.withResolvers<void>();
  }
}

async function soonest(event: Promise<void>, ms: number): Promise<void> {
  const time = Promise.withResolvers<void>();
  const timer = setTimeout(time.resolve, ms);
  await Promise.race([event, time.promise]);
  clearTimeout(timer);
}
