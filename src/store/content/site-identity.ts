// What an admin has said of the site, as JSON: one setting, remembered until it changes.

import type { Database } from '../dialect.ts';
import { prepared } from '../prepared-queries.ts';
import { SettingStore } from '../settings.ts';
import { ContentMemo } from './content-memo.ts';

/** As the triggers of migration 0028 spell it. */
const NAME = 'identity';

export interface StoredIdentity {
  /** Null where nobody has said anything. */
  readonly json: string | null;
}

/** A change of it touches everything, and so needs no topic. */
const storedIdentity = prepared(
  (db, { name }: { name: string }) =>
    db.selectFrom('settings').select('value').where('name', '=', name),
  () => [],
);

const memo = new ContentMemo<StoredIdentity>(1);

export class IdentityStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  get(): Promise<StoredIdentity> {
    return memo.get(this.#db, NAME, async () => {
      const [row] = await storedIdentity(this.#db, { name: NAME });
      return { json: row?.value ?? null };
    });
  }

  /** Null takes all of it back. */
  async set(json: string | null): Promise<void> {
    const settings = new SettingStore(this.#db);
    await (json === null ? settings.remove(NAME) : settings.set(NAME, json));
  }
}
