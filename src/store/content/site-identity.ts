// The site's identity as an admin has set it, as JSON: one setting, memoized.

import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { SettingStore } from '../settings.ts';
import { ContentMemo } from './content-memo.ts';

/** Migration 0028's triggers spell the name the same way. */
const NAME = 'identity';

export interface StoredIdentity {
  /** Null if no identity is set. */
  readonly json: string | null;
}

/** A change of the identity touches everything, and so needs no topic. */
const storedIdentity = prepared(
  (db, { name }: { name: string }) =>
    db.selectFrom('settings').select('value').where('name', '=', name),
  () => [],
);

const memo = new ContentMemo<StoredIdentity>(1);

export class IdentityStore extends Repository {
  get(): Promise<StoredIdentity> {
    return memo.get(this.db, NAME, async () => {
      const [row] = await storedIdentity(this.db, { name: NAME });
      return { json: row?.value ?? null };
    });
  }

  /** Null resets the identity. */
  async set(json: string | null): Promise<void> {
    const settings = new SettingStore(this.db);
    await (json === null ? settings.remove(NAME) : settings.set(NAME, json));
  }
}
