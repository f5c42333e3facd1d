// The store: every query of the service, by noun, on the configured database.

import type { Config } from '../config.ts';
import { DATABASE_CONNECTIONS } from '../config.ts';
import { OperatorError } from '../errors.ts';
import type { Database } from './database/dialect.ts';
import { runInTurn } from './database/write-batch.ts';
import { MigrationFailed, migrate, pendingMigrations } from './migrations/migrations.ts';
import { SearchLimiter } from './publications/search-limiter.ts';
import { Repositories } from './repositories.ts';
import { sqliteDatabase } from './sqlite/database.ts';
import type { ContentLog } from './topics/content-log.ts';
import type { Reads } from './topics/read-record.ts';

export class Store extends Repositories {
  readonly #dueListeners = new Set<() => void>();
  readonly #notifyDue: () => void;
  readonly #searchLimiter: SearchLimiter;

  constructor(db: Database, notifyDue?: () => void) {
    const notify = notifyDue ?? (() => this.#dueListeners.forEach((listener) => void listener()));
    super(db, notify);
    this.#notifyDue = notify;
    this.#searchLimiter = new SearchLimiter(db.searchesAtOnce);
  }

  get kind(): 'sqlite' | 'postgres' {
    return this.db.dialect.name;
  }

  /**
   * Commits all of the work or nothing. After a deadlock the work runs again, so it must change only rows. Locks must
   * be taken in the order of docs/decisions/2026-11-19-deadlocks.md.
   */
  async transaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.db.write.isTransaction) return work(this);
    let isDue = false;
    const noteDue = () => {
      isDue = true;
    };
    const result = await this.db.transaction((write) =>
      work(new Store(inTransaction(this.db, write), noteDue)),
    );
    // Listeners are called after the commit, so that they see the rows.
    if (isDue) this.#notifyDue();
    return result;
  }

  /** Lifts the time limits of statements and of waiting for locks until the transaction ends. */
  unhurried(): Promise<void> {
    return this.db.dialect.unhurried(this.db.write);
  }

  /** Calls the listener when this process adds a delivery. Returns a function that removes the listener. */
  onDue(listener: () => void): () => void {
    this.#dueListeners.add(listener);
    return () => void this.#dueListeners.delete(listener);
  }

  /** Grows with each public change, a little later for other processes' changes; null if the number is unknown. */
  contentVersion(): number | null {
    return this.db.contentVersion();
  }

  /** Reports whether a read at version `since` may be out of date. Call contentVersion first. */
  hasChanged(reads: Reads, since: number): boolean {
    return this.db.hasChanged(reads, since);
  }

  get contentLog(): ContentLog {
    return this.db.contentLog;
  }

  listen(): void {
    this.db.listen();
  }

  forReaders(): Store {
    const { forReaders } = this.db;
    return forReaders ? new Store({ ...this.db, ...forReaders }, this.#notifyDue) : this;
  }

  async replicaBehind(): Promise<number | null> {
    return (await this.db.replicaBehind?.()) ?? null;
  }

  snapshot<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    return this.#snapshotOn(this.db.slow, work);
  }

  search<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.db.slow.isTransaction) return work(this);
    return this.#searchLimiter.run(() => this.#snapshotOn(this.db.search, work));
  }

  /** Runs a search of one statement, which needs no transaction for its snapshot, within the search limiter. */
  searchOnce<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.db.slow.isTransaction) return work(this);
    const { search } = this.db;
    return this.#searchLimiter.run(() => work(new Store({ ...this.db, slow: search })));
  }

  #snapshotOn<Result>(
    on: Database['slow'],
    work: (store: Store) => Promise<Result>,
  ): Promise<Result> {
    if (this.db.slow.isTransaction) return work(this);
    const transaction = on.transaction();
    const snapshot =
      this.kind === 'postgres'
        ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
        : transaction;
    return snapshot.execute((slow) =>
      work(new Store({ ...this.db, slow, search: slow, read: slow })),
    );
  }

  ping(): Promise<void> {
    return this.db.ping();
  }

  async settle(): Promise<void> {
    await this.db.dialect.settle(this.db.write);
  }

  async checkSearchIndex(): Promise<void> {
    const strays = await this.searchTexts.countMismatches();
    if (strays > 0) throw new Error(`${strays} records are out of sync with the search index.`);
    await this.integrity.searchIndex();
  }

  /** Rebuilds the index from the search texts, which must be correct. */
  async rebuildSearchIndex(): Promise<void> {
    await this.db.dialect.rebuildSearchIndex(this.db.write);
  }

  async migrate(): Promise<string[]> {
    await this.db.prepare();
    return this.db.migrating((db) => migrate(db, this.db.dialect));
  }

  pendingMigrations(): Promise<string[]> {
    return pendingMigrations(this.db.write, this.db.dialect);
  }

  isDiskFull(error: unknown): boolean {
    return this.db.dialect.isDiskFull(error);
  }

  unavailable(error: unknown): string | undefined {
    return this.db.dialect.unavailable(error);
  }

  explained(error: unknown): unknown {
    if (error instanceof OperatorError) return error;
    if (error instanceof MigrationFailed) return this.#explainedMigration(error);
    const words = this.unavailable(error);
    return words ? new OperatorError(`${this.db.where} cannot be used: ${words}.`) : error;
  }

  #explainedMigration({ migration, cause, message }: MigrationFailed): OperatorError {
    const { where } = this.db;
    const words = this.unavailable(cause);
    return new OperatorError(
      words
        ? `${where} cannot be used: ${words}, in migration ${migration}.`
        : `${message.replace(/\.?$/, '.').replaceAll(/\s+/g, ' ')} ${where} is unchanged.`,
    );
  }

  close(): Promise<void> {
    return this.db.close();
  }
}

const inTransaction = (db: Database, write: Database['write']): Database => ({
  ...db,
  ...{ write, read: write, slow: write, search: write },
  writeBatch: (batch) => runInTurn(write, batch),
});

type Where = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseReadUrl' | 'databasePool'>>;

/** Opens a store without migrating its database. */
export async function connectStore({ databaseUrl, dataDir, ...more }: Where): Promise<Store> {
  if (!databaseUrl) return new Store(sqliteDatabase(dataDir));
  // Only the module of the configured database is loaded.
  const { postgresDatabase } = await import('./postgres/database.ts');
  const database = postgresDatabase({
    url: databaseUrl,
    readUrl: more.databaseReadUrl ?? null,
    connections: more.databasePool ?? DATABASE_CONNECTIONS.usual,
  });
  return new Store(database);
}

export async function openStore(where: Where): Promise<Store> {
  const store = await connectStore(where);
  try {
    await store.migrate();
    return store;
  } catch (error) {
    await store.close().catch(() => {});
    throw store.explained(error);
  }
}
