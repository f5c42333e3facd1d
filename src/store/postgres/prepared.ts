// Statements that come again are prepared: PostgreSQL reads each once on a connection, and no more.

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** One that comes so often is worth a name… */
const WORTH_A_NAME = 3;
/** …of which there is an end: a connection keeps what it has prepared for as long as it lives. */
const NAMES = 300;
/** Lists of many lengths make many texts that are seen once. */
const NOTED = 2_000;

/** A migration has changed what a prepared statement brings. */
const PLAN_IS_OLD = '0A000';

/** What the driver says when its patience is at an end. */
const UNANSWERED = 'Query read timeout';

/** Which statements have a name; the same on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string | null>();
  readonly #seen = new Map<string, number>();

  of(text: string): string | null {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= NAMES) return known ?? null;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times >= WORTH_A_NAME) return this.#give(text);
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
  readonly #patienceMs: number | undefined;
  readonly #known = new WeakMap<pg.PoolClient, Connection>();

  /** Without names, nothing is prepared. Without patience, an answer is waited for until it comes. */
  constructor(connect: Connect, names: StatementNames | null, patienceMs?: number) {
    this.#connect = connect;
    this.#names = names;
    this.#patienceMs = patienceMs;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connect();
    const connection =
      this.#known.get(client) ?? new Connection(client, this.#names, this.#patienceMs);
    this.#known.set(client, connection);
    return connection;
  }

  /** The pools end with the database. */
  async end(): Promise<void> {}
}

class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames | null;
  readonly #patienceMs: number | undefined;
  /** Nobody answers any more, however open it looks. */
  #silence: Error | undefined;

  constructor(client: pg.PoolClient, names: StatementNames | null, patienceMs?: number) {
    this.#client = client;
    this.#names = names;
    this.#patienceMs = patienceMs;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('Rows are not read by cursor.');
    const name = values.length > 0 ? this.#names?.of(text) : null;
    return name ? this.#runNamed<Row>(name, text, values) : this.#run<Row>({ text, values });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#silence !== undefined);
  }

  async #runNamed<Row>(name: string, text: string, values: readonly unknown[]) {
    try {
      return await this.#run<Row>({ name, text, values });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === PLAN_IS_OLD)) throw error;
      this.#names?.forget(text);
      // In a transaction this fails as well, and whoever tries again finds it well.
      return this.#run<Row>({ text, values });
    }
  }

  async #run<Row>(statement: { name?: string; text: string; values: readonly unknown[] }) {
    // A rollback would wait behind what was never answered.
    if (this.#silence) throw this.#silence;
    const asked = { ...statement, values: [...statement.values], query_timeout: this.#patienceMs };
    const { command, rowCount, rows } = await this.#client.query(asked).catch((error) => {
      if (error instanceof Error && error.message === UNANSWERED) this.#silence = error;
      throw error;
    });
    // The row type is what Kysely derived from the query; the driver cannot know it.
    return { command, rowCount, rows } as PostgresQueryResult<Row>;
  }
}
