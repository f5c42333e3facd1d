// Prepared statements: PostgreSQL parses a frequent statement only once on each connection.

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { noteStatement } from '../topics/read-record.ts';
import type { Connect, Heartbeat } from './heartbeat.ts';
import { withRetries } from './retry-deadlocks.ts';

const PREPARE_AFTER = 3;
/** The maximum number of prepared statements, because a connection never forgets one. */
const NAMES = 300;
/** The maximum number of counted statements: IN lists of many lengths make many that are used only once. */
const NOTED = 2_000;

/** The SQLSTATE if a migration has changed the columns of a prepared statement. */
const STALE_PLAN = '0A000';

/** The messages of the driver's timeout and of the heartbeat's. */
const CLIENT_TIMEOUT = /^Query read timeout$|^timeout: the server/;

export const UNHURRIED = 'SET LOCAL statement_timeout = 0';
const LONGEST_MS = 2 ** 31 - 1;

/** Counts the uses of statements, and names frequent ones, with the same name on every connection. */
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

  forget(text: string): void {
    this.#names.set(text, null);
  }
}

export class Connections implements PostgresPool {
  readonly options = {};
  readonly #connect: Connect;
  readonly #names: StatementNames | null;
  readonly #timeoutMs: number;
  readonly #known = new WeakMap<pg.PoolClient, Connection>();

  /** If `names` is null, no statement is prepared. */
  constructor(connect: Connect, names: StatementNames | null, timeoutMs: number) {
    this.#connect = connect;
    this.#names = names;
    this.#timeoutMs = timeoutMs;
  }

  async connect(): Promise<PostgresPoolClient> {
    const { client, heartbeat } = await this.#connect();
    const connection =
      this.#known.get(client) ?? new Connection(client, heartbeat, this.#names, this.#timeoutMs);
    this.#known.set(client, connection);
    return connection;
  }

  /** Does nothing, because the database closes its pools itself. */
  async end(): Promise<void> {}
}

class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #heartbeat: Heartbeat;
  readonly #names: StatementNames | null;
  readonly #timeoutMs: number;
  #inTransaction = false;
  #isUnhurried = false;
  /** Set once a query has timed out: the server no longer answers, even if the connection looks open. */
  #lost: Error | undefined;

  constructor(
    client: pg.PoolClient,
    heartbeat: Heartbeat,
    names: StatementNames | null,
    timeoutMs: number,
  ) {
    this.#client = client;
    this.#heartbeat = heartbeat;
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
    // A statement without values begins or ends a transaction, so it must not wait for anything that may fail.
    if (values.length === 0) {
      this.#inTransaction = !/^(commit|rollback)$/.test(text);
      this.#isUnhurried = this.#inTransaction && (this.#isUnhurried || text === UNHURRIED);
      return this.#run<Row>({ text, values });
    }
    const name = this.#names?.of(text);
    const run = () =>
      name ? this.#runNamed<Row>(name, text, values) : this.#run<Row>({ text, values });
    // Statements of a transaction are not retried one by one, because the transaction is retried as a whole.
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
    // A rollback would queue behind the unanswered query.
    if (this.#lost) throw this.#lost;
    const query_timeout = this.#isUnhurried ? LONGEST_MS : this.#timeoutMs;
    const asked = { ...statement, values: [...statement.values], query_timeout };
    const answer = this.#heartbeat.answer(this.#client.query(asked));
    const { command, rowCount, rows } = await answer.catch((error) => {
      if (error instanceof Error && CLIENT_TIMEOUT.test(error.message)) this.#lost = error;
      throw error;
    });
    // Kysely derived the row type from the query; the driver cannot know it.
    return { command, rowCount, rows } as PostgresQueryResult<Row>;
  }
}
