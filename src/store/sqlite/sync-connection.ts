// A synchronous SQLite connection, with the service's pragmas and prepared statements.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { OpenFiles } from './open-files.ts';

export interface Outcome {
  rows: unknown[];
  changes: number;
}

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export interface OpenOptions {
  file: string;
  readOnly: boolean;
  /** How long to wait for another writer. Waiting blocks the thread, so use 0 on the main one. */
  busyMs: number;
  lowPriority?: boolean;
}

// Small, because there are up to seven connections and the operating system caches the file too.
const CACHE_KB = 2_000;

// Preparing a statement costs ten times as much as a lookup. The service has a few hundred different statements.
const CACHED_STATEMENTS = 500;

/** An SQL function that always returns true: a query that calls it for each row can be stopped at each row. */
export const INTERRUPTIBLE = 'interruptible';

/** SQLite's result code for a lock that another connection holds. The statement has done nothing. */
export const BUSY = 5;

export const ROLLBACK = 'rollback';

/** The maximum delay before a retry. Delays are random, so that writers don't retry in step. */
const RETRY_MS = 4;

const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the thread, like SQLite's own wait for a lock. */
const pause = (ms: number) => void Atomics.wait(never, 0, 0, ms);

export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** The low byte of an extended result code is the primary code. */
export const isBusy = (error: unknown) => ((sqliteCode(error) ?? 0) & 0xff) === BUSY;

export class SyncConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; rowOf: RowOf | null }>();

  readonly #readOnly: boolean;
  readonly #busyMs: number;
  readonly #files: OpenFiles;

  constructor({ file, readOnly, busyMs }: OpenOptions) {
    this.#database = new DatabaseSync(file, { readOnly, timeout: busyMs });
    this.#readOnly = readOnly;
    this.#busyMs = readOnly ? 0 : busyMs;
    try {
      this.#prepare(readOnly);
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.#files = new OpenFiles(file);
  }

  #prepare(readOnly: boolean): void {
    // SQLite does not wait for this lock if another process creates the same database, so the retry is ours.
    if (!readOnly) this.#unlessBusy(() => this.#database.exec('PRAGMA journal_mode = WAL'));
    // A thread that is told to end stops only when SQLite calls back into JavaScript.
    this.#database.function(INTERRUPTIBLE, () => 1);
    this.#database.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -${CACHE_KB};
      SELECT 1 FROM sqlite_schema;
    `);
    // From here on, `run` waits for locks itself.
    if (!readOnly) this.#database.exec('PRAGMA busy_timeout = 0');
  }

  /** Retries every few milliseconds: SQLite's own busy handler slows down, and may never find a gap. */
  run(sql: string, parameters: readonly unknown[]): Outcome {
    // After a full disk, for example, SQLite has ended the transaction itself and reported the error.
    if (sql === ROLLBACK && !this.#database.isTransaction) return { rows: [], changes: 0 };
    const outcome = this.#unlessBusy(() => this.#execute(sql, parameters));
    // A commit succeeds only if other processes will find it, in files that are still at their paths.
    if (!this.#readOnly && !this.#database.isTransaction) this.#files.check();
    return outcome;
  }

  checkFiles(): void {
    this.#files.check();
  }

  #unlessBusy<Result>(act: () => Result): Result {
    const deadline = performance.now() + this.#busyMs;
    for (;;) {
      try {
        return act();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        pause(Math.random() * RETRY_MS);
      }
    }
  }

  /** Runs batches in one transaction, each in a savepoint. Throws only if an error ends the whole transaction. */
  runGroup(batches: Statement[][]): unknown[] {
    this.run('begin immediate', []);
    try {
      const failures = batches.map((batch) => this.#failureOf(batch));
      this.run('commit', []);
      return failures;
    } catch (error) {
      this.run(ROLLBACK, []);
      throw error;
    }
  }

  #failureOf(batch: Statement[]): unknown {
    this.run('savepoint batch', []);
    let failure: unknown = null;
    try {
      for (const { sql, parameters } of batch) this.run(sql, parameters);
    } catch (error) {
      if (!this.#database.isTransaction) throw error;
      this.run('rollback to batch', []);
      failure = error;
    }
    this.run('release batch', []);
    return failure;
  }

  #execute(sql: string, parameters: readonly unknown[]): Outcome {
    const { statement, rowOf } = this.#prepared(sql);
    const values = parameters.map(asInput);
    if (rowOf) {
      const all: unknown[] = statement.all(...values);
      return { rows: all.map(rowOf), changes: 0 };
    }
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    statement.setReturnArrays(true);
    const prepared = { statement, rowOf: columns.length > 0 ? rowsWith(columns) : null };
    if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function asInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite takes no ${typeof value} as a parameter.`);
}

type RowOf = (values: unknown) => object;

/** Builds objects of one shape, which are faster to make and to read than node:sqlite's dictionaries. */
function rowsWith(columns: readonly string[]): RowOf {
  return (values) => {
    const row: { [column: string]: unknown } = {};
    if (!Array.isArray(values)) return row;
    let at = 0;
    for (const name of columns) row[name] = values[at++];
    return row;
  };
}
