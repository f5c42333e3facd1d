// Read batches: single-row lookups that wait at the same time share one statement, and so one round trip.

import type { Database } from '../database/dialect.ts';

/** The number of batches that run at a time. Lookups that come meanwhile wait for the next batch. */
const AT_ONCE = 2;

/** The maximum size of a batch, because rows have long texts. */
const LARGEST = 32;

interface Waiting<Row> {
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

type ReadAll<Row> = (db: Database, keys: string[]) => Promise<Map<string, Row>>;

/** A batch is read after its lookups were requested, so each sees everything committed before it. */
class Batches<Row> {
  readonly #db: Database;
  readonly #readAll: ReadAll<Row>;
  #waiting = new Map<string, Waiting<Row>[]>();
  #running = 0;
  #isScheduled = false;

  constructor(db: Database, readAll: ReadAll<Row>) {
    this.#db = db;
    this.#readAll = readAll;
  }

  read(key: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(key);
      if (others) others.push({ resolve, reject });
      else this.#waiting.set(key, [{ resolve, reject }]);
      this.#schedule();
    });
  }

  /** setImmediate lets every lookup that has arrived join the batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= AT_ONCE || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    const batch = [...this.#waiting].slice(0, LARGEST);
    for (const [key] of batch) this.#waiting.delete(key);
    this.#running += 1;
    this.#schedule();
    try {
      const rows = await this.#readAll(
        this.#db,
        batch.map(([key]) => key),
      );
      for (const [key, all] of batch) {
        const row = rows.get(key);
        for (const { resolve } of all) resolve(row ? [row] : []);
      }
    } catch (error) {
      for (const [, all] of batch) for (const { reject } of all) reject(error);
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }
}

/** Batches only reads on PostgreSQL outside transactions, because only those save a round trip. */
export const mayBatch = ({ dialect, read }: Database) =>
  dialect.name === 'postgres' && !read.isTransaction;

export function batched<Row>(readAll: ReadAll<Row>): (db: Database, key: string) => Promise<Row[]> {
  const known = new WeakMap<Database, Batches<Row>>();
  return (db, key) => {
    const batches = known.get(db) ?? new Batches(db, readAll);
    known.set(db, batches);
    return batches.read(key);
  };
}
