// The deliverer: sends what is due in the outbox, wakes when something is written to it, and polls.

import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { type ClaimedDelivery, claim, type InFlightAttempt } from './claim.ts';
import { type CompletedAttempt, record } from './record-attempts.ts';
import { send } from './send.ts';

export interface DelivererOptions {
  readonly store: Store;
  readonly config: Config;
  readonly now: () => Date;
}

/** What goes wrong on our own side. */
export interface Log {
  warn(details: object, words: string): void;
}

/** The polling interval: for what another process wrote, and for retries that become due. */
const POLL_MS = 1_000;
/** How long a shutdown waits for attempts in flight. */
const STOP_MS = 5_000;
const RECORDED_AT_ONCE = 100;

export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #log: Log;
  readonly #inFlight = new Map<string, InFlightAttempt>();
  readonly #completed: CompletedAttempt[] = [];
  #recording: Promise<void> | null = null;
  #wasWoken = Promise.withResolvers<void>();
  /** Aborted when a shutdown waits no longer. */
  readonly #abort = new AbortController();
  #stopped = false;
  #running: Promise<void> = Promise.resolve();
  #stopListening = () => {};

  constructor(options: DelivererOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  start(): void {
    this.#stopListening = this.#options.store.onDue(() => this.#wake());
    this.#running = this.#run();
  }

  /** Waits for attempts in flight, but not for long: the next process retries what is left. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    this.#wake();
    await this.#running;
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, STOP_MS);
    await Promise.race([this.#drain(), timeout.promise]);
    clearTimeout(timer);
    await this.#recording;
    const left = [...this.#inFlight];
    this.#inFlight.clear();
    // Aborted before another process can claim it: nothing is sent twice at the same time.
    this.#abort.abort();
    await this.#options.store.outbox.release(
      left.map(([id]) => id),
      left.map(([, { lease }]) => lease),
    );
  }

  /** Sends everything that is due, and what becomes due meanwhile; then returns. */
  async deliverDue(): Promise<void> {
    while ((await this.#poll()) > 0 || this.#inFlight.size > 0) {
      const woken = this.#wasWoken.promise;
      if (this.#inFlight.size > 0) await woken;
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const woken = this.#wasWoken.promise;
      if ((await this.#pollSafely()) === 0) await raceTimeout(woken, POLL_MS);
    }
  }

  async #pollSafely(): Promise<number> {
    try {
      return await this.#poll();
    } catch (error) {
      this.#log.warn({ err: error }, 'deliveries could not be taken from the outbox');
      return 0;
    }
  }

  /** Claims and sends as many as there is room for; returns how many. */
  async #poll(): Promise<number> {
    const { store, now } = this.#options;
    const taken = await claim(store, this.#inFlight, now());
    for (const each of taken) this.#dispatch(each);
    return taken.length;
  }

  #dispatch({ delivery, attempt }: ClaimedDelivery): void {
    const { config, now } = this.#options;
    this.#inFlight.set(delivery.id, attempt);
    send(config, delivery, now, this.#abort.signal)
      .then((sent) => this.#onAttemptDone({ ...sent, lease: attempt.lease }))
      .catch((error) => this.#onSendError(delivery.id, error));
  }

  #onAttemptDone(completed: CompletedAttempt): void {
    // After a shutdown that did not wait, the lease is no longer ours.
    if (!this.#inFlight.has(completed.id)) return;
    this.#completed.push(completed);
    this.#recording ??= this.#recordAll();
  }

  /** Attempts that end while a batch is recorded are the next batch. */
  async #recordAll(): Promise<void> {
    const { store, now } = this.#options;
    while (this.#completed.length > 0) {
      const batch = this.#completed.splice(0, RECORDED_AT_ONCE);
      try {
        await record(store, batch, now());
      } catch (error) {
        // Each is retried when its lease expires.
        this.#log.warn({ err: error }, 'delivery outcomes could not be recorded');
      }
      for (const { id } of batch) this.#inFlight.delete(id);
      this.#wake();
    }
    this.#recording = null;
  }

  #onSendError(id: string, error: unknown): void {
    this.#log.warn({ err: error, delivery: id }, 'a delivery could not be sent');
    this.#inFlight.delete(id);
    this.#wake();
  }

  async #drain(): Promise<void> {
    while (this.#inFlight.size > 0) await this.#wasWoken.promise;
  }

  #wake(): void {
    this.#wasWoken.resolve();
    this.#wasWoken = Promise.withResolvers<void>();
  }
}

async function raceTimeout(event: Promise<void>, ms: number): Promise<void> {
  const time = Promise.withResolvers<void>();
  const timer = setTimeout(time.resolve, ms);
  await Promise.race([event, time.promise]);
  clearTimeout(timer);
}
