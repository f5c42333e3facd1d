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
  /** Publications that have all terms, each with the first site up to which all are found, in one snapshot. */
  findPieces(db: Searched, search: PieceSearch): Promise<FoundPiece[]>;
  matchAuthors(db: Kysely<Tables>, search: AuthorSearch): Promise<string[]>;
  /**
   * An always-true condition at which a search over its time limit can be stopped, so it comes before anything slow.
   */
  readonly interruptible: RawBuilder<boolean>;
  /** The index of the text in a column, from 1; 0 if the column does not contain it. */
  indexOf(text: string, column: string): RawBuilder<number>;
  /** Throws if the search index does not match its text. */
  checkSearchIndex(db: Kysely<Tables>): Promise<void>;
  rebuildSearchIndex(db: Kysely<Tables>): Promise<void>;
  /** Damage below the rows: pages, checksums, indexes. */
  damage(db: Kysely<Tables>): Promise<string[]>;
  schema(db: Kysely<Tables>): Promise<SchemaObject[]>;
  /** The schema that these statements would make. No trace of it stays. */
  migratedSchema(db: Kysely<Tables>, statements: readonly string[]): Promise<SchemaObject[]>;
  wrongValues(db: Kysely<Tables>): Promise<WrongValues[]>;
  brokenReferences(db: Kysely<Tables>): Promise<BrokenReference[]>;
  /** Tables of the search index are left out. */
  tableNames(db: Kysely<Tables>): Promise<string[]>;
  /** After a large import, does now what the database would otherwise do later, so that reads are quick. */
  settle(db: Kysely<Tables>): Promise<void>;
  /** Empties the log of public changes, and says in it that everything has changed. */
  forgetChanges(db: Kysely<Tables>): Promise<void>;
  /** Lifts the time limit of statements until the transaction ends: bulk acts take as long as they need. */
  unhurried(db: Kysely<Tables>): Promise<void>;
  /** Locks the pieces that meet the condition until the transaction ends, in the order of their ids. */
  lockPieces(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<void>;
  lockPositions(db: Kysely<Tables>): Promise<void>;
  lockAccounts(db: Kysely<Tables>): Promise<void>;
  /** Locks rows until the transaction ends; SQLite needs no lock. */
  forUpdate<Query extends { forNoKeyUpdate(): Query }>(query: Query): Query;
  readonly skipLocked: RawBuilder<unknown>;
  isDiskFull(error: unknown): boolean;
  /** The reason if the error says that the database is unavailable. */
  unavailable(error: unknown): string | undefined;
}

/** Searches run on threads of their own (`slow`); `read` is for lookups of microseconds. */
export type Searched = Pick<Database, 'read' | 'slow'>;

export interface Database {
  /** The database's name for the operator, at the start of a sentence. */
  readonly where: string;
  /** Creates what the database needs before it is first opened. */
  prepare(): Promise<void>;
  readonly dialect: Dialect;
  readonly read: Kysely<Tables>;
  readonly slow: Kysely<Tables>;
  /** Each search is stopped at its time limit. */
  readonly search: Kysely<Tables>;
  readonly searchesAtOnce: number;
  /** The number of long texts that one quick read may return, because everything else waits for it. */
  readonly longTextsAtOnce: number;
  readonly write: Kysely<Tables>;
  /** Migrates without the time limit of statements; on PostgreSQL, on a connection of its own. */
  migrating<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /**
   * All of the work or nothing. After a deadlock the work is undone and runs again, so it may change nothing but rows.
   */
  transaction<Result>(work: (write: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** All of a batch or nothing, in one round trip; inside a transaction, as part of it. */
  writeBatch(batch: WriteBatch): Promise<void>;
  /** The same reads for public content, answered by a replica if possible. */
  readonly forReaders?: Pick<Database, 'read' | 'slow' | 'search'>;
  /** The bytes that the replica has yet to replay; null if there is no replica. */
  replicaBehind?(): Promise<number | null>;
  /** Throws if the database does not answer, or was replaced. */
  ping(): Promise<void>;
  /** Changes with every public change; null while notifications may be lost. */
  contentVersion(): number | null;
  /** Reports whether a read at version `since` may be out of date, as far as this process has heard. */
  hasChanged(reads: Reads, since: number): boolean;
  readonly contentLog: ContentLog;
  /** Starts listening for other processes' changes. */
  listen(): void;
  close(): Promise<void>;
}
