// The site's identity as an admin has set it: one setting with JSON, memoized.

import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { SettingStore } from '../settings.ts';
import { ContentMemo } from './content-memo.ts';

/** The triggers of migration 0028 use the same name. */
const NAME = 'identity';

export interface StoredIdentity {
  readonly json: string | null;
}

/** The query names no topic, because setting the identity changes the topic of everything. */
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

  async set(json: string | null): Promise<void> {
    const settings = new SettingStore(this.db);
    await (json === null ? settings.remove(NAME) : settings.set(NAME, json));
  }
}
