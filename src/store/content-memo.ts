// Remembers small results of public reads, until something public changes.

import { LRUCache } from 'lru-cache';
import type { Database } from './dialect.ts';

export class ContentMemo<Value extends object> {
  readonly #most: number;
  /** Reads in a transaction have a database of their own, and so nothing that others remember. */
  readonly #remembered = new WeakMap<
    Database,
    { version: number | null; values: LRUCache<string, Value> }
  >();

  constructor(most: number) {
    this.#most = most;
  }

  async get(db: Database, key: string, read: () => Promise<Value>): Promise<Value> {
    const version = db.contentVersion();
    const values = this.#valuesAt(db, version);
    const known = values.get(key);
    if (known) return known;
    const value = await read();
    // What was read while something changed may be older than the version that it would be known by.
    if (version !== null && version === db.contentVersion()) values.set(key, value);
    return value;
  }

  #valuesAt(db: Database, version: number | null): LRUCache<string, Value> {
    const known = this.#remembered.get(db);
    if (known && known.version === version) return known.values;
    const values = known?.values ?? new LRUCache<string, Value>({ max: this.#most });
    values.clear();
    this.#remembered.set(db, { version, values });
    return values;
  }
}
