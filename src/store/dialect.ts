// What differs between the two databases, named; sqlite/ and postgres/ each say how.

import type { Kysely, RawBuilder } from 'kysely';
import type { FoundPiece, PieceSearch } from './publications/piece-search.ts';
import type { Script } from './scripts.ts';
import type { Tables } from './tables.ts';

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** The shared SQL of a migration in the words of this database. */
  migrationText(text: string): string;
  /** Publications that have the term, each at the first site that has it, as they were at one moment. */
  findPieces(db: Kysely<Tables>, search: PieceSearch): Promise<FoundPiece[]>;
  /** Ids of the authors that have the term, best first. */
  matchAuthors(db: Kysely<Tables>, term: string, limit: number): Promise<string[]>;
  /**
   * True of every row. While it is asked, a search whose time is over can be stopped, so it comes
   * before whatever takes long.
   */
  readonly goesOn: RawBuilder<boolean>;
  /** Where in a column the text begins, from 1; 0 where it is not in it. */
  placeOf(text: string, column: string): RawBuilder<number>;
  /** Throws where the search index does not agree with the text it indexes. */
  checkSearchIndex(db: Kysely<Tables>): Promise<void>;
  /** After a large import: gives the planner its figures and the disk its space back. */
  settle(db: Kysely<Tables>): Promise<void>;
  /** Lets one transaction at a time take the next position, until it ends. */
  lockPositions(db: Kysely<Tables>): Promise<void>;
  /** Keeps a row from others until the transaction ends, where others could otherwise reach it. */
  forUpdate<Query extends { forNoKeyUpdate(): Query }>(query: Query): Query;
  /** Ends a query for rows that others may be taking at the same time: those are passed over. */
  readonly skipLocked: RawBuilder<unknown>;
  /** What kept the database from answering, in words, where that is what happened. */
  unavailable(error: unknown): string | undefined;
}

export interface Database {
  /** How an operator knows it, at the start of a sentence. */
  readonly where: string;
  /** Makes what the database needs before it can be opened for the first time. */
  prepare(): Promise<void>;
  readonly dialect: Dialect;
  /** Quick reads. */
  readonly read: Kysely<Tables>;
  /** Reads that may take long: exports, feeds. */
  readonly slow: Kysely<Tables>;
  /** Searches, each of which is stopped when its time is over. */
  readonly search: Kysely<Tables>;
  readonly searchesAtOnce: number;
  readonly write: Kysely<Tables>;
  /** All of a script or nothing of it, without a word in between; in a transaction as part of it. */
  atOnce(script: Script): Promise<void>;
  /** The reads again, for what everybody may read, where another server can answer them. */
  readonly forReaders?: Pick<Database, 'read' | 'slow' | 'search'>;
  /** How many bytes of changes that server has still to take over; null where it takes none. */
  replicaBehind?(): Promise<number | null>;
  /** Another number after every public change; null while changes of others might go unheard. */
  contentVersion(): number | null;
  /** Begins to hear of the changes that other processes make. */
  listen(): void;
  close(): Promise<void>;
}
