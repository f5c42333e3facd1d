// A Kysely dialect on a pool of connections: a query takes a free one, a transaction keeps one until its end.

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import { noteStatement } from '../topics/read-record.ts';
import type { Connection } from './async-connections.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { ROLLBACK } from './sync-connection.ts';

/** Kysely's SQLite dialect on a pool. A connection in use for longer than `limitMs` is stopped. */
export function pooledDialect(pool: ConnectionPool, limitMs?: number): Dialect {
  const standard = new SqliteDialect({ database: { close() {}, prepare: unused } });
  return {
    createAdapter: () => new PooledAdapter(),
    createDriver: () => new PooledDriver(pool, limitMs),
    createIntrospector: (db) => standard.createIntrospector(db),
    createQueryCompiler: () => standard.createQueryCompiler(),
  };
}

function unused(): never {
  throw new Error('Statements are prepared on their own connection.');
}

class PooledAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // True: all pending migrations run in one transaction, whose write lock keeps two starting processes apart.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class PooledDriver implements Driver {
  readonly #pool: ConnectionPool;
  readonly #limitMs: number | undefined;

  constructor(pool: ConnectionPool, limitMs: number | undefined) {
    this.#pool = pool;
    this.#limitMs = limitMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new PooledConnection(await this.#pool.acquire());
    if (this.#limitMs !== undefined) connection.stopAfter(this.#limitMs);
    return connection;
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.clearTimeLimit();
    this.#pool.release(connection.raw);
  }

  async beginTransaction(connection: PooledConnection): Promise<void> {
    const begin = connection.raw.readOnly ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    // A stopped connection has lost its transaction.
    if (connection.isStopped) return;
    try {
      await connection.executeQuery(CompiledQuery.raw(ROLLBACK));
    } catch {
      // Stopping the connection ends its transaction, and the caller gets the first error instead of the rollback's.
      connection.raw.stop();
    }
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#pool.connections.map((connection) => connection.close()));
  }
}

class PooledConnection implements DatabaseConnection {
  readonly raw: Connection;

  isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(raw: Connection) {
    this.raw = raw;
  }

  stopAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      this.isStopped = true;
      this.raw.stop();
    }, ms);
  }

  clearTimeLimit(): void {
    clearTimeout(this.#timer);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isStopped) throw new Error('This query took too long and was stopped.');
    noteStatement();
    const { rows, changes } = await this.raw.run(sql, parameters);
    // Kysely derived the row type from the query; the driver cannot know it.
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the service pages through large results by key
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This dialect does not stream.');
  }
}
