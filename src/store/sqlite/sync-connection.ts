// One synchronous SQLite connection, with the service's pragmas and prepared statements.

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
  /** The wait for another writer blocks its thread, so keep it off the main one. */
  busyMs: number;
  lowPriority?: boolean;
}

// There are up to seven connections; the operating system caches most of what they do not.
const CACHE_KB = 2_000;

// Preparing costs ten times what a lookup does, and the service has some hundred different statements.
const CACHED_STATEMENTS = 500;

/** An SQL function that is always true: a query that calls it for each row can be stopped at each row. */
export const INTERRUPTIBLE = 'interruptible';

/** SQLite's result code for a lock that another connection holds. The statement has done nothing. */
export const BUSY = 5;

export const ROLLBACK = 'rollback';

/** The longest delay before a retry; delays are random, so that writers do not retry in step. */
const RETRY_MS = 4;

const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the thread, as SQLite's own wait does. */
const pause = (ms: number) => void Atomics.wait(never, 0, 0, ms);

/** Undefined if the error is not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** The low byte of an extended code is its primary code. */
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
    // SQLite does not wait for this lock while another process makes the same new database.
    if (!readOnly) this.#unlessBusy(() => this.#database.exec('PRAGMA journal_mode = WAL'));
    // A thread that was told to end does so when SQLite calls back into JavaScript, and only then.
    this.#database.function(INTERRUPTIBLE, () => 1);
    this.#database.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -${CACHE_KB};
      SELECT 1 FROM sqlite_schema;
    `);
    // `run` waits for locks itself from here on.
    if (!readOnly) this.#database.exec('PRAGMA busy_timeout = 0');
  }

  /**
   * Retries every few milliseconds while another process writes. SQLite's own busy handler backs off
   * to ten times a second, and among several busy writers one may never find a gap.
   */
  run(sql: string, parameters: readonly unknown[]): Outcome {
    // SQLite may have ended the transaction itself, on a full disk for example, and reported the error.
    if (sql === ROLLBACK && !this.#database.isTransaction) return { rows: [], changes: 0 };
    const outcome = this.#unlessBusy(() => this.#execute(sql, parameters));
    // A commit is acknowledged only if other processes will find it.
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

  /**
   * Batches in one transaction, each in a savepoint: if one fails, the others stand. Returns each one's error, or null;
   * throws an error that ended the whole transaction.
   */
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
      // A full disk, for example, ends the whole transaction.
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

/** Objects of one shape, which are faster to make and to read than node:sqlite's dictionaries. */
function rowsWith(columns: readonly string[]): RowOf {
  return (values) => {
    const row: { [column: string]: unknown } = {};
    if (!Array.isArray(values)) return row;
    let at = 0;
    for (const name of columns) row[name] = values[at++];
    return row;
  };
}
