// Kysely on lanes: a query takes a free lane, a transaction keeps its lane to the end.

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import type { LaneQueue } from './connection-pool.ts';
import type { Lane } from './connections.ts';

/**
 * SQLite's dialect as Kysely has it, with the driver and the adapter exchanged. A lane that is kept
 * for longer than the limit, if there is one, is stopped.
 */
export function laneDialect(queue: LaneQueue, limitMs?: number): Dialect {
  const standard = new SqliteDialect({ database: { close() {}, prepare: unused } });
  return {
    createAdapter: () => new LaneAdapter(),
    createDriver: () => new LaneDriver(queue, limitMs),
    createIntrospector: (db) => standard.createIntrospector(db),
    createQueryCompiler: () => standard.createQueryCompiler(),
  };
}

function unused(): never {
  throw new Error('Statements are prepared on their lane.');
}

class LaneAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // Lets all pending migrations run in one transaction, begun with the write lock: that lock is
  // what keeps two starting processes apart.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LaneDriver implements Driver {
  readonly #queue: LaneQueue;
  readonly #limitMs: number | undefined;

  constructor(queue: LaneQueue, limitMs: number | undefined) {
    this.#queue = queue;
    this.#limitMs = limitMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new LaneConnection(await this.#queue.take());
    if (this.#limitMs !== undefined) connection.stopAfter(this.#limitMs);
    return connection;
  }

  async releaseConnection(connection: LaneConnection): Promise<void> {
    connection.keepTime();
    this.#queue.giveBack(connection.lane);
  }

  async beginTransaction(connection: LaneConnection): Promise<void> {
    const begin = connection.lane.readOnly ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  async commitTransaction(connection: LaneConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: LaneConnection): Promise<void> {
    // What was stopped has no transaction any more.
    if (!connection.isStopped) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#queue.lanes.map((lane) => lane.close()));
  }
}

class LaneConnection implements DatabaseConnection {
  readonly lane: Lane;

  isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(lane: Lane) {
    this.lane = lane;
  }

  stopAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      this.isStopped = true;
      this.lane.stop();
    }, ms);
  }

  /** The work has ended; the next one on this lane has all its time before it. */
  keepTime(): void {
    clearTimeout(this.#timer);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isStopped) throw new Error('The time for this is over.');
    const { rows, changes } = await this.lane.run(sql, parameters);
    // The row type is what Kysely derived from the query; the driver cannot know it.
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the service pages through large results by key
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This dialect does not stream.');
  }
}
