// API keys. The database has only their hashes.

import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { sharedLookup } from '../database/shared-lookups.ts';
import type { ApiKeyRow } from '../tables/accounts.ts';

export type KeyWithOwner = ApiKeyRow & { slug: string; suspended_at: string | null };

const keyByHash = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('authors as a', 'a.id', 'k.account_id')
    .selectAll('k')
    .select(['a.slug', 'a.suspended_at'])
    .where('k.hash', '=', hash),
);

const lookUp = sharedLookup(keyByHash);

export class KeyStore extends Repository {
  byId(id: string): Promise<ApiKeyRow | undefined> {
    return this.db.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  }

  byHash(hash: string): Promise<KeyWithOwner | undefined> {
    return lookUp(this.db, hash);
  }

  ofAccount(accountId: string): Promise<ApiKeyRow[]> {
    return this.db.read
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .execute();
  }

  /** A batch of writes, so that group commit can combine the updates of many requests. */
  touch(id: string, at: string): Promise<void> {
    const update = this.db.write
      .updateTable('api_keys')
      .set({ last_used_at: at })
      .where('id', '=', id);
    return this.db.writeBatch([update.compile()]);
  }

  async insert(key: ApiKeyRow): Promise<void> {
    await this.db.write.insertInto('api_keys').values(key).execute();
  }

  async revoke(id: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
  }

  async revokeOfAccount(accountId: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .execute();
  }
}
