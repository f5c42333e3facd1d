// How often pieces were read, hour by hour.

import { inBatches } from './batches.ts';
import type { Database } from './dialect.ts';
import type { ViewHourRow } from './tables.ts';

export class ViewStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insertHours(rows: ViewHourRow[]): Promise<void> {
    await inBatches(rows, (some) => this.#db.write.insertInto('view_hours').values(some).execute());
  }
}
