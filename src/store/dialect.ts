// What differs between the two databases; sqlite/ and postgres/ implement it.

import type { Kysely, RawBuilder } from 'kysely';
import type { AuthorSearch } from './author-search.ts';
import type { ContentLog } from './content/content-log.ts';
import type { Reads } from './content/read-record.ts';
import type { FoundPiece, PieceSearch } from './publications/piece-search.ts';
import type { BrokenReference, WrongValues } from './soundness/row-counts.ts';
import type { SchemaObject } from './soundness/schema-differences.ts';
import type { Tables } from './tables.ts';
import type { WriteBatch } from './write-batch.ts';

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** The shared SQL of a migration in this database's dialect. */
  migrationText(text: string): string;
  /** Publications that have the terms, each at the first site up to which all are there, in one snapshot. */
  findPieces(db: Searched, search: PieceSearch): Promise<FoundPiece[]>;
  /** Ids of the authors that have the term, best first. */
  matchAuthors(db: Kysely<Tables>, search: AuthorSearch): Promise<string[]>;
  /**
   * A condition that is always true and makes a query interruptible: a search over its time limit can
   * be stopped wherever this is evaluated, so it comes before whatever takes long.
   */
  readonly interruptible: RawBuilder<boolean>;
  /** Where in a column the text begins, from 1; 0 where the column does not contain it. */
  indexOf(text: string, column: string): RawBuilder<number>;
  /** Throws where the search index does not match the text it indexes. */
  checkSearchIndex(db: Kysely<Tables>): Promise<void>;
  /** Builds the search index again from the text it indexes. */
  rebuildSearchIndex(db: Kysely<Tables>): Promise<void>;
  /** What is damaged below the rows: pages, checksums, indexes. */
  damage(db: Kysely<Tables>): Promise<string[]>;
  /** What the database is made of. */
  schema(db: Kysely<Tables>): Promise<SchemaObject[]>;
  /** What one is made of that these statements have made. Nothing of it stays. */
  migratedSchema(db: Kysely<Tables>, statements: readonly string[]): Promise<SchemaObject[]>;
  /** Values of another type than their column's. */
  wrongValues(db: Kysely<Tables>): Promise<WrongValues[]>;
  /** Rows whose foreign keys refer to nothing. */
  brokenReferences(db: Kysely<Tables>): Promise<BrokenReference[]>;
  /** The names of all tables, those of the search index aside. */
  tableNames(db: Kysely<Tables>): Promise<string[]>;
  /** After a large import: what the database would do later, so that reads are quick at once. */
  settle(db: Kysely<Tables>): Promise<void>;
  /** Until the transaction ends, statements may take as long as they need: those of a bulk act grow with it. */
  unhurried(db: Kysely<Tables>): Promise<void>;
  /** Locks the pieces that meet the condition until the transaction ends, in the order of their ids. */
  lockPieces(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<void>;
  /** Locks the next position until the transaction ends. */
  lockPositions(db: Kysely<Tables>): Promise<void>;
  /** Locks the creation of accounts until the transaction ends. */
  lockAccounts(db: Kysely<Tables>): Promise<void>;
  /** Locks a row until the transaction ends, where others could otherwise write it. */
  forUpdate<Query extends { forNoKeyUpdate(): Query }>(query: Query): Query;
  /** Ends a query for rows that others may have locked: skip locked. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Whether the database has no room on its disk. */
  isDiskFull(error: unknown): boolean;
  /** Why the database is unavailable, where that is what the error is about. */
  unavailable(error: unknown): string | undefined;
}

/** Where a search looks: in threads of its own, but for what is a matter of microseconds. */
export type Searched = Pick<Database, 'read' | 'slow'>;

export interface Database {
  /** Its name for the operator, at the start of a sentence. */
  readonly where: string;
  /** Creates what the database needs before it is first opened. */
  prepare(): Promise<void>;
  readonly dialect: Dialect;
  /** Quick reads. */
  readonly read: Kysely<Tables>;
  /** Reads that may take long: exports. */
  readonly slow: Kysely<Tables>;
  /** Searches; each is stopped at its time limit. */
  readonly search: Kysely<Tables>;
  readonly searchesAtOnce: number;
  /** Long texts that quick reads may read in one statement, while all else waits. */
  readonly longTextsAtOnce: number;
  readonly write: Kysely<Tables>;
  /** Migrates: on a connection of its own if others have time limits, because it takes as long as it takes. */
  migrating<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** All of the work or nothing. After a deadlock it is undone and runs again, so it changes nothing but rows. */
  transaction<Result>(work: (write: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** All of a batch or none of it, in one round trip; inside a transaction, as part of it. */
  writeBatch(batch: WriteBatch): Promise<void>;
  /** The reads again, for public content, where a replica can answer them. */
  readonly forReaders?: Pick<Database, 'read' | 'slow' | 'search'>;
  /** How many bytes of changes the replica has still to replay; null where it replays none. */
  replicaBehind?(): Promise<number | null>;
  /** Throws where the database does not answer, or is not the one that it was. */
  ping(): Promise<void>;
  /** Changes with every public change; null while notifications may be lost. */
  contentVersion(): number | null;
  /** Whether what was read may differ from what was there at this version, as far as we have heard. */
  hasChanged(reads: Reads, since: number): boolean;
  readonly contentLog: ContentLog;
  /** Starts listening for the changes that other processes make. */
  listen(): void;
  close(): Promise<void>;
}
