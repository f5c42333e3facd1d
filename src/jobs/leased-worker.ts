// Processes due rows: leases some, works on a bounded number at a time, and records the outcomes in batches.

import { type BackgroundJob, type Log, PeriodicJob, STOP_MS, withinMs } from './periodic.ts';

export interface Leased {
  readonly id: string;
  readonly lease: string;
}

export interface Completed<Row extends Leased, Outcome> {
  readonly row: Row;
  readonly outcome: Outcome;
}

export type InFlight<Row extends Leased> = ReadonlyMap<string, Row>;

export interface LeasedWork<Row extends Leased, Outcome> {
  /** Plural noun for the rows, used in the log. */
  readonly what: string;
  readonly atOnce: number;
  /** A cheap query, because usually nothing is due. */
  hasDue(): Promise<boolean>;
  /** Leases at most `room` rows. The source leaves out rows in flight, and rows beyond a receiver's share. */
  claim(room: number, inFlight: InFlight<Row>): Promise<Row[]>;
  /** If `work` throws, the row is free again when its lease ends. */
  work(row: Row, signal: AbortSignal): Promise<Outcome>;
  record(completed: Completed<Row, Outcome>[]): Promise<void>;
  release(rows: readonly Leased[]): Promise<void>;
  /** Calls the listener when this process has made a row due. Returns a function that removes the listener. */
  onDue?(listener: () => void): () => void;
}

/** Polling finds rows that other processes added, and rows that have become due. */
const POLL_MS = 1_000;
const RELEASE_MS = 1_000;

export class LeasedWorker<Row extends Leased, Outcome> implements BackgroundJob {
  readonly #source: LeasedWork<Row, Outcome>;
  readonly #log: Log;
  readonly #polling: PeriodicJob;
  readonly #inFlight = new Map<string, Row>();
  readonly #completed: Completed<Row, Outcome>[] = [];
  #recording: Promise<void> | null = null;
  #landed = Promise.withResolvers<void>();
  readonly #abort = new AbortController();
  #stopListening = () => {};

  constructor(source: LeasedWork<Row, Outcome>, log: Log) {
    this.#source = source;
    this.#log = log;
    const run = async (signal: AbortSignal) => {
      while (!signal.aborted && (await this.#fill()) > 0);
    };
    const failed = `${source.what} could not be claimed`;
    this.#polling = new PeriodicJob({ failed, everyMs: POLL_MS, run }, log);
  }

  start(): void {
    this.#stopListening = this.#source.onDue?.(() => this.#polling.wake()) ?? this.#stopListening;
    this.#polling.start();
  }

  /** Works on all due rows, including those that become due meanwhile, then returns. */
  async drain(): Promise<void> {
    while ((await this.#fill()) > 0 || this.#inFlight.size > 0) {
      if (this.#inFlight.size > 0) await this.#landed.promise;
    }
  }

  /** Waits a few seconds for rows in flight, and releases the rest for other processes. */
  async stop(): Promise<void> {
    this.#stopListening();
    const allLanded = async () => {
      await this.#polling.stop();
      while (this.#inFlight.size > 0) await this.#landed.promise;
    };
    await withinMs(STOP_MS, allLanded());
    const left = [...this.#inFlight.values()];
    this.#inFlight.clear();
    // Work is aborted before its rows are released, so that no two processes work on a row at the same time.
    this.#abort.abort();
    await withinMs(RELEASE_MS, this.#release(left));
  }

  async #fill(): Promise<number> {
    const room = this.#source.atOnce - this.#inFlight.size;
    if (room <= 0 || (this.#inFlight.size === 0 && !(await this.#source.hasDue()))) return 0;
    const rows = await this.#source.claim(room, this.#inFlight);
    if (this.#abort.signal.aborted) {
      await this.#release(rows);
      return 0;
    }
    for (const row of rows) {
      this.#inFlight.set(row.id, row);
      void this.#work(row);
    }
    return rows.length;
  }

  async #work(row: Row): Promise<void> {
    try {
      const outcome = await this.#source.work(row, this.#abort.signal);
      // The row may have been released by a shutdown that did not wait, and another process may hold its lease.
      if (!this.#inFlight.has(row.id)) return;
      this.#completed.push({ row, outcome });
      this.#recording ??= this.#recordAll();
    } catch (error) {
      this.#log.warn({ err: error, id: row.id }, `working on ${this.#source.what} failed`);
      this.#land([row]);
    }
  }

  async #recordAll(): Promise<void> {
    while (this.#completed.length > 0) {
      const batch = this.#completed.splice(0);
      try {
        await this.#source.record(batch);
      } catch (error) {
        // The rows are worked on again when their leases end.
        this.#log.warn({ err: error }, `outcomes of ${this.#source.what} could not be recorded`);
      }
      this.#land(batch.map(({ row }) => row));
    }
    this.#recording = null;
  }

  #land(rows: readonly Row[]): void {
    for (const { id } of rows) this.#inFlight.delete(id);
    this.#landed.resolve();
    this.#landed = Promise.withResolvers();
    this.#polling.wake();
  }

  async #release(rows: readonly Row[]): Promise<void> {
    await this.#recording;
    if (rows.length === 0) return;
    try {
      await this.#source.release(rows);
    } catch (error) {
      this.#log.warn(
        { err: error },
        `${this.#source.what} could not be released, and stay claimed until their leases end`,
      );
    }
  }
}
