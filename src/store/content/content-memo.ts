// Remembers the results of small public reads until a topic that they depend on changes.

import { LRUCache } from 'lru-cache';
import type { Database } from '../database/dialect.ts';
import { noteReads, type Reads, recordReads } from '../topics/read-record.ts';

interface Remembered<Value> {
  value: Value;
  reads: Reads;
  validAt: number;
}

export class ContentMemo<Value extends object> {
  readonly #most: number;
  /** Keyed by Database, because a transaction has its own and must not share its uncommitted results. */
  readonly #remembered = new WeakMap<Database, LRUCache<string, Remembered<Value>>>();

  constructor(most: number) {
    this.#most = most;
  }

  async get(db: Database, key: string, read: () => Promise<Value>): Promise<Value> {
    const version = db.contentVersion();
    const values = this.#valuesOf(db);
    const known = values.get(key);
    if (known && version !== null && !db.hasChanged(known.reads, known.validAt)) {
      known.validAt = version;
      noteReads(() => known.reads);
      return known.value;
    }
    const { result: value, reads } = await recordReads(read);
    noteReads(() => reads);
    // A value that was read while content changed may be older than the version, so it is not remembered.
    const isKnown = version !== null && db.contentVersion() !== null;
    if (isKnown && !db.hasChanged(reads, version))
      values.set(key, { value, reads, validAt: version });
    return value;
  }

  #valuesOf(db: Database): LRUCache<string, Remembered<Value>> {
    const known = this.#remembered.get(db);
    if (known) return known;
    const values = new LRUCache<string, Remembered<Value>>({ max: this.#most });
    this.#remembered.set(db, values);
    return values;
  }
}
