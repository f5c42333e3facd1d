// Prepared statements: PostgreSQL parses a frequent statement once on each connection.

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { noteStatement } from '../content/read-record.ts';
import { withRetries } from './conflicts.ts';

/** A statement is prepared when it has come so often… */
const PREPARE_AFTER = 3;
/** …up to a limit: a connection never forgets what it has prepared. */
const NAMES = 300;
/** IN lists of many lengths make many statements that come only once. */
const NOTED = 2_000;

/** SQLSTATE: a migration has changed the columns of a prepared statement. */
const STALE_PLAN = '0A000';

/** The driver's message when a query has timed out on the client's side. */
const CLIENT_TIMEOUT = 'Query read timeout';

/** Which statements have a name; the same on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string | null>();
  readonly #seen = new Map<string, number>();

  of(text: string): string | null {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= NAMES) return known ?? null;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times >= PREPARE_AFTER) return this.#give(text);
    if (this.#seen.size >= NOTED) this.#seen.clear();
    this.#seen.set(text, times);
    return null;
  }

  #give(text: string): string {
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    this.#seen.delete(text);
    return name;
  }

  /** Not prepared from now on. */
  forget(text: string): void {
    this.#names.set(text, null);
  }
}

type Connect = () => Promise<pg.PoolClient>;

/** Connections as Kysely takes them, whichever pool they come from. */
export class Connections implements PostgresPool {
  readonly options = {};
  readonly #connect: Connect;
  readonly #names: StatementNames | null;
  readonly #timeoutMs: number | undefined;
  readonly #known = new WeakMap<pg.PoolClient, Connection>();

  /** Without names, nothing is prepared. Without a timeout, queries wait for as long as they take. */
  constructor(connect: Connect, names: StatementNames | null, timeoutMs?: number) {
    this.#connect = connect;
    this.#names = names;
    this.#timeoutMs = timeoutMs;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connect();
    const connection =
      this.#known.get(client) ?? new Connection(client, this.#names, this.#timeoutMs);
    this.#known.set(client, connection);
    return connection;
  }

  /** Pools are closed with the database. */
  async end(): Promise<void> {}
}

class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames | null;
  readonly #timeoutMs: number | undefined;
  #inTransaction = false;
  /** Set once a query has timed out: the server no longer answers, however open the connection looks. */
  #lost: Error | undefined;

  constructor(client: pg.PoolClient, names: StatementNames | null, timeoutMs?: number) {
    this.#client = client;
    this.#names = names;
    this.#timeoutMs = timeoutMs;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('Rows are not read by cursor.');
    noteStatement();
    return this.#asked<Row>(text, values);
  }

  async #asked<Row>(text: string, values: readonly unknown[]) {
    // What has no values begins or ends a transaction, and must not wait for anything that may fail.
    if (values.length === 0) {
      this.#inTransaction = !/^(commit|rollback)$/.test(text);
      return this.#run<Row>({ text, values });
    }
    const name = this.#names?.of(text);
    const run = () =>
      name ? this.#runNamed<Row>(name, text, values) : this.#run<Row>({ text, values });
    // A transaction is undone and repeated as a whole.
    return this.#inTransaction ? run() : withRetries(run);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#lost !== undefined);
  }

  async #runNamed<Row>(name: string, text: string, values: readonly unknown[]) {
    try {
      return await this.#run<Row>({ name, text, values });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === STALE_PLAN)) throw error;
      this.#names?.forget(text);
      // Inside a transaction this fails as well; the caller's next attempt succeeds.
      return this.#run<Row>({ text, values });
    }
  }

  async #run<Row>(statement: { name?: string; text: string; values: readonly unknown[] }) {
    // A rollback would wait behind the unanswered query.
    if (this.#lost) throw this.#lost;
    const asked = { ...statement, values: [...statement.values], query_timeout: this.#timeoutMs };
    const { command, rowCount, rows } = await this.#client.query(asked).catch((error) => {
      if (error instanceof Error && error.message === CLIENT_TIMEOUT) this.#lost = error;
      throw error;
    });
    // The row type is what Kysely derived from the query; the driver cannot know it.
    return { command, rowCount, rows } as PostgresQueryResult<Row>;
  }
}
