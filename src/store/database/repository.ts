// A repository: the queries of one noun, on one database or transaction.

import type { Database } from './dialect.ts';

export abstract class Repository {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}
