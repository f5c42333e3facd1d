// The store: every query the service makes, by noun, on whichever database is configured.

import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { AccountStore } from './accounts/accounts.ts';
import { KeyStore } from './accounts/api-keys.ts';
import { PasskeyStore } from './accounts/passkeys.ts';
import { SessionStore } from './accounts/sessions.ts';
import { TokenStore } from './accounts/tokens.ts';
import { AuthorStore } from './authors.ts';
import type { Database } from './dialect.ts';
import { migrate, pendingMigrations } from './migrations.ts';
import { IdempotencyStore } from './pieces/idempotency.ts';
import { PieceWalk } from './pieces/piece-walk.ts';
import { PieceStore } from './pieces/pieces.ts';
import { PreviewStore } from './pieces/previews.ts';
import { VersionStore } from './pieces/versions.ts';
import { ProductStore } from './products.ts';
import { PieceListStore } from './publications/piece-lists.ts';
import { PublicationStore } from './publications/publications.ts';
import { runInTurn, type Script } from './scripts.ts';
import { SearchLimiter } from './search-limiter.ts';
import { SettingStore } from './settings.ts';
import { sqliteDatabase } from './sqlite/database.ts';
import { ViewScoreStore } from './views/view-scores.ts';
import { ViewStore } from './views/views.ts';
import { DeliveryStore } from './webhooks/deliveries.ts';
import { HubPingStore } from './webhooks/hub-pings.ts';
import { OutboxStore } from './webhooks/outbox.ts';
import { WebhookStore } from './webhooks/webhooks.ts';

export class Store {
  readonly #db: Database;
  readonly #dueListeners = new Set<() => void>();
  readonly #tellOfDue: () => void;
  readonly #gate: SearchLimiter;
  readonly accounts: AccountStore;
  readonly authors: AuthorStore;
  readonly deliveries: DeliveryStore;
  readonly hubPings: HubPingStore;
  readonly idempotency: IdempotencyStore;
  readonly keys: KeyStore;
  readonly outbox: OutboxStore;
  readonly passkeys: PasskeyStore;
  readonly pieceWalk: PieceWalk;
  readonly pieces: PieceStore;
  readonly previews: PreviewStore;
  readonly products: ProductStore;
  readonly publications: PublicationStore;
  readonly sessions: SessionStore;
  readonly settings: SettingStore;
  readonly lists: PieceListStore;
  readonly tokens: TokenStore;
  readonly versions: VersionStore;
  readonly viewScores: ViewScoreStore;
  readonly views: ViewStore;
  readonly webhooks: WebhookStore;

  /** `tellOfDue` is called when there is something to deliver. */
  constructor(db: Database, tellOfDue?: () => void) {
    this.#db = db;
    this.#tellOfDue =
      tellOfDue ?? (() => this.#dueListeners.forEach((listener) => void listener()));
    this.#gate = new SearchLimiter(db.searchesAtOnce);
    this.accounts = new AccountStore(db);
    this.authors = new AuthorStore(db);
    this.deliveries = new DeliveryStore(db, this.#tellOfDue);
    this.hubPings = new HubPingStore(db);
    this.idempotency = new IdempotencyStore(db);
    this.keys = new KeyStore(db);
    this.outbox = new OutboxStore(db);
    this.passkeys = new PasskeyStore(db);
    this.pieceWalk = new PieceWalk(db);
    this.pieces = new PieceStore(db);
    this.previews = new PreviewStore(db);
    this.products = new ProductStore(db);
    this.publications = new PublicationStore(db);
    this.sessions = new SessionStore(db);
    this.settings = new SettingStore(db);
    this.lists = new PieceListStore(db);
    this.tokens = new TokenStore(db);
    this.versions = new VersionStore(db);
    this.viewScores = new ViewScoreStore(db);
    this.views = new ViewStore(db);
    this.webhooks = new WebhookStore(db);
  }

  get kind(): 'sqlite' | 'postgres' {
    return this.#db.dialect.name;
  }

  /** All of it or nothing. The work gets a whole store of its own, which sees what it wrote. */
  async transaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.#db.write.isTransaction) return work(this);
    let isDue = false;
    const noteDue = () => {
      isDue = true;
    };
    const result = await this.#db.write
      .transaction()
      .execute((write) => work(new Store(inTransaction(this.#db, write), noteDue)));
    // Not before the others can see it.
    if (isDue) this.#tellOfDue();
    return result;
  }

  /** All of it or nothing, as one message to the database: for what needs no answer on the way. */
  atOnce(...scripts: Script[]): Promise<void> {
    return this.#db.atOnce(scripts.flat());
  }

  /** Calls the listener when this process has written something to deliver, until it is taken off. */
  onDue(listener: () => void): () => void {
    this.#dueListeners.add(listener);
    return () => void this.#dueListeners.delete(listener);
  }

  /**
   * Another number after every public change; null while changes of others might go unheard. What
   * this process has changed, it knows at once; what others have, in a fraction of a second.
   */
  contentVersion(): number | null {
    return this.#db.contentVersion();
  }

  /** Begins to hear of the public changes that other processes make. */
  listen(): void {
    this.#db.listen();
  }

  /** The same, for what everybody may read: from a replica while there is one that is up to date. */
  forReaders(): Store {
    const { forReaders } = this.#db;
    return forReaders ? new Store({ ...this.#db, ...forReaders }, this.#tellOfDue) : this;
  }

  /** How many bytes of changes the replica has still to take over; null where it takes none. */
  async replicaBehind(): Promise<number | null> {
    return (await this.#db.replicaBehind?.()) ?? null;
  }

  /** Many reads of one moment. */
  snapshot<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    return this.#moment(this.#db.slow, work);
  }

  /** Many reads of one moment that are a search: few run at once, and none for long. */
  search<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.#db.slow.isTransaction) return work(this);
    return this.#gate.pass(() => this.#moment(this.#db.search, work));
  }

  /** One read that is a search. What it finds is of one moment by itself. */
  searchOnce<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.#db.slow.isTransaction) return work(this);
    const { search } = this.#db;
    return this.#gate.pass(() => work(new Store({ ...this.#db, slow: search, read: search })));
  }

  #moment<Result>(on: Database['slow'], work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.#db.slow.isTransaction) return work(this);
    const transaction = on.transaction();
    const moment =
      this.kind === 'postgres'
        ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
        : transaction;
    return moment.execute((slow) =>
      work(new Store({ ...this.#db, slow, search: slow, read: slow })),
    );
  }

  async ping(): Promise<void> {
    await sql`SELECT 1 FROM settings LIMIT 1`.execute(this.#db.read);
  }

  async settle(): Promise<void> {
    await this.#db.dialect.settle(this.#db.write);
  }

  /** Throws where search does not know exactly what is published. */
  async checkSearchIndex(): Promise<void> {
    const strays = await this.publications.countOutOfIndex();
    if (strays > 0) throw new Error(`${strays} records are not as search knows them.`);
    await this.#db.dialect.checkSearchIndex(this.#db.write);
  }

  async migrate(): Promise<string[]> {
    await this.#db.prepare();
    return migrate(this.#db.write, this.#db.dialect);
  }

  pendingMigrations(): Promise<string[]> {
    return pendingMigrations(this.#db.write, this.#db.dialect);
  }

  /** What kept the database from answering, where that is what the error is about. */
  unavailable(error: unknown): string | undefined {
    return this.#db.dialect.unavailable(error);
  }

  /** The same error, or one line for the operator where the database cannot be used. */
  explained(error: unknown): unknown {
    const words = this.unavailable(error);
    return words ? new OperatorError(`${this.#db.where} cannot be used: ${words}.`) : error;
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

/** Whatever is read or written, it is in the transaction. */
const inTransaction = (db: Database, write: Database['write']): Database => ({
  ...db,
  ...{ write, read: write, slow: write, search: write },
  atOnce: (script) => runInTurn(write, script),
});

type Where = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseReadUrl' | 'databasePool'>>;

const CONNECTIONS = 10;

/** The store as it is, whatever version its database has. */
export async function connectStore({ databaseUrl, dataDir, ...more }: Where): Promise<Store> {
  if (!databaseUrl) return new Store(sqliteDatabase(dataDir));
  // Loaded by those who have one.
  const { postgresDatabase } = await import('./postgres/database.ts');
  const database = postgresDatabase({
    url: databaseUrl,
    readUrl: more.databaseReadUrl ?? null,
    connections: more.databasePool ?? CONNECTIONS,
  });
  return new Store(database);
}

/** The store with its database made, where there was none, and up to date. */
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
