// The differences between the two databases; sqlite/ and postgres/ implement them.

import type { Kysely, RawBuilder } from 'kysely';
import type { AuthorSearch } from '../search/author-search.ts';
import type { FoundPiece, PieceSearch } from '../search/piece-search.ts';
import type { Tables } from '../tables.ts';
import type { ContentLog } from '../topics/content-log.ts';
import type { Reads } from '../topics/read-record.ts';
import type { BrokenReference, WrongValues } from './row-counts.ts';
import type { SchemaObject } from './schema-differences.ts';
import type { WriteBatch } from './write-batch.ts';

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  migrationText(text: string): string;
  /** Finds publications with all terms, and the first site (headline, standfirst, body) by which all have occurred. */
  findPieces(db: Searched, search: PieceSearch): Promise<FoundPiece[]>;
  matchAuthors(db: Kysely<Tables>, search: AuthorSearch): Promise<string[]>;
  /** An always-true condition at which a search over its time limit can be stopped. Put it before slow conditions. */
  readonly interruptible: RawBuilder<boolean>;
  /** The 1-based index of the text in a column; 0 if the column does not contain it. */
  indexOf(text: string, column: string): RawBuilder<number>;
  checkSearchIndex(db: Kysely<Tables>): Promise<void>;
  rebuildSearchIndex(db: Kysely<Tables>): Promise<void>;
  /** Finds damage below the level of rows: pages, checksums, indexes. */
  damage(db: Kysely<Tables>): Promise<string[]>;
  schema(db: Kysely<Tables>): Promise<SchemaObject[]>;
  /** Returns the schema that these statements would make, and leaves nothing behind. */
  migratedSchema(db: Kysely<Tables>, statements: readonly string[]): Promise<SchemaObject[]>;
  wrongValues(db: Kysely<Tables>): Promise<WrongValues[]>;
  brokenReferences(db: Kysely<Tables>): Promise<BrokenReference[]>;
  tableNames(db: Kysely<Tables>): Promise<string[]>;
  /** Does the maintenance that a large import needs; if the database put it off, reads would be slow until then. */
  settle(db: Kysely<Tables>): Promise<void>;
  /** Empties the log of public changes, and says in it that everything has changed. */
  forgetChanges(db: Kysely<Tables>): Promise<void>;
  /** Lifts the time limit of statements until the transaction ends, for bulk actions. */
  unhurried(db: Kysely<Tables>): Promise<void>;
  /** Locks the pieces that meet the condition, in the order of their ids, until the transaction ends. */
  lockPieces(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<void>;
  lockPositions(db: Kysely<Tables>): Promise<void>;
  lockAccounts(db: Kysely<Tables>): Promise<void>;
  /** Locks the query's rows until the transaction ends. On SQLite a transaction needs no row locks. */
  forUpdate<Query extends { forNoKeyUpdate(): Query }>(query: Query): Query;
  readonly skipLocked: RawBuilder<unknown>;
  isDiskFull(error: unknown): boolean;
  unavailable(error: unknown): string | undefined;
}

/** `slow` runs searches on separate threads; `read` is for lookups that take microseconds. */
export type Searched = Pick<Database, 'read' | 'slow'>;

export interface Database {
  /** The database's name in messages to the operator, capitalised to begin a sentence. */
  readonly where: string;
  /** Creates the folder or file that the database needs before it is first opened. */
  prepare(): Promise<void>;
  readonly dialect: Dialect;
  readonly read: Kysely<Tables>;
  readonly slow: Kysely<Tables>;
  /** Connections whose searches are stopped at the time limit. */
  readonly search: Kysely<Tables>;
  readonly searchesAtOnce: number;
  /** The number of long texts that one quick read may return, because other requests wait for it. */
  readonly longTextsAtOnce: number;
  readonly write: Kysely<Tables>;
  /** Runs migrations without the time limit of statements; on PostgreSQL, on a separate connection. */
  migrating<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Commits all of the work or nothing. After a deadlock the work runs again, so it must change only rows. */
  transaction<Result>(work: (write: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Writes all of a batch or nothing, in one round trip. Inside a transaction, the batch becomes part of it. */
  writeBatch(batch: WriteBatch): Promise<void>;
  /** Connections for reads of public content, which a replica answers if possible. */
  readonly forReaders?: Pick<Database, 'read' | 'slow' | 'search'>;
  /** Bytes of the log that the replica has yet to replay; null if there is no replica. */
  replicaBehind?(): Promise<number | null>;
  /** Throws if the database does not answer, or if its file was replaced. */
  ping(): Promise<void>;
  contentVersion(): number | null;
  hasChanged(reads: Reads, since: number): boolean;
  readonly contentLog: ContentLog;
  listen(): void;
  close(): Promise<void>;
}
