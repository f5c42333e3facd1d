// Records of the OAuth server, stored under hashes: clients, codes, tokens, grants and open consents.

import { countOf } from '../database/counts.ts';
import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { sharedLookup } from '../database/shared-lookups.ts';
import type { OauthRecordRow } from '../tables/oauth.ts';

export interface TokenWithApp extends Pick<OauthRecordRow, 'payload' | 'expires_at'> {
  account_id: string;
  slug: string;
  suspended_at: string | null;
  app_id: string;
  app_name: string;
  last_used_at: string | null;
  disconnected_at: string | null;
}

/** The token and its app in one query, because every request with a token needs both. */
const tokenWithApp = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('oauth_records as t')
    .innerJoin('authors as a', 'a.id', 't.account_id')
    .innerJoin('connected_apps as c', (join) =>
      join.onRef('c.account_id', '=', 't.account_id').onRef('c.client_id', '=', 't.client_id'),
    )
    .select(['t.payload', 't.expires_at', 'a.slug', 'a.suspended_at', 'c.account_id'])
    .select(['c.id as app_id', 'c.name as app_name', 'c.last_used_at', 'c.disconnected_at'])
    .where('t.kind', '=', 'AccessToken')
    .where('t.hash', '=', hash),
);

const lookUp = sharedLookup(tokenWithApp);

export class OauthRecordStore extends Repository {
  tokenWithApp(hash: string): Promise<TokenWithApp | undefined> {
    return lookUp(this.db, hash);
  }

  /** Reads from the primary, because another process may have stored the record a moment ago. */
  find(kind: string, hash: string): Promise<OauthRecordRow | undefined> {
    return this.db.write
      .selectFrom('oauth_records')
      .selectAll()
      .where('kind', '=', kind)
      .where('hash', '=', hash)
      .executeTakeFirst();
  }

  async put(row: OauthRecordRow): Promise<void> {
    const { kind, hash, created_at, consumed_at, ...changes } = row;
    await this.db.write
      .insertInto('oauth_records')
      .values(row)
      .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(changes))
      .execute();
  }

  /** Returns false if the record was consumed before. Only one of two concurrent calls gets true. */
  async consume(kind: string, hash: string, at: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db.write
      .updateTable('oauth_records')
      .set({ consumed_at: at })
      .where('kind', '=', kind)
      .where('hash', '=', hash)
      .where('consumed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(kind: string, hash: string): Promise<void> {
    await this.db.write
      .deleteFrom('oauth_records')
      .where('kind', '=', kind)
      .where('hash', '=', hash)
      .execute();
  }

  async removeOfGrant(grantHash: string): Promise<void> {
    await this.db.write.deleteFrom('oauth_records').where('grant_hash', '=', grantHash).execute();
    await this.remove('Grant', grantHash);
  }

  async removeOfApp(accountId: string, clientId: string): Promise<void> {
    await this.db.write
      .deleteFrom('oauth_records')
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .execute();
  }

  async hasGrant(accountId: string, clientId: string): Promise<boolean> {
    const row = await this.db.write
      .selectFrom('oauth_records')
      .select('hash')
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .where('kind', '=', 'Grant')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  countClients(): Promise<number> {
    return countOf(this.db.read.selectFrom('oauth_records').where('kind', '=', 'Client'));
  }

  async removeExpired(before: string): Promise<void> {
    await this.db.write.deleteFrom('oauth_records').where('expires_at', '<', before).execute();
  }

  /** Removes old clients, unless one of their apps is connected or was disconnected after `disconnected`. */
  async removeUnusedClients(registered: string, disconnected: string): Promise<void> {
    await this.db.write
      .deleteFrom('oauth_records')
      .where('kind', '=', 'Client')
      .where('created_at', '<', registered)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('connected_apps as c')
              .select('c.id')
              .whereRef('c.client_id', '=', 'oauth_records.client_id')
              .where(({ or, eb }) =>
                or([
                  eb('c.disconnected_at', 'is', null),
                  eb('c.disconnected_at', '>=', disconnected),
                ]),
              ),
          ),
        ),
      )
      .execute();
  }
}
