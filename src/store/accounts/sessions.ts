// Browser sessions, by the hash of the cookie's value.

import { Repository } from '../database/repository.ts';
import type { SessionRow } from '../tables/accounts.ts';

export type SessionWithAccount = SessionRow & {
  slug: string;
  name: string;
  is_admin: 0 | 1;
  suspended_at: string | null;
  /** When the account is to be erased, or null. */
  erasure_due_at: string | null;
};

export class SessionStore extends Repository {
  byId(id: string): Promise<SessionWithAccount | undefined> {
    return this.db.read
      .selectFrom('sessions as s')
      .innerJoin('accounts as c', 'c.id', 's.account_id')
      .innerJoin('authors as a', 'a.id', 's.account_id')
      .leftJoin('erasures as e', 'e.account_id', 's.account_id')
      .selectAll('s')
      .select(['a.slug', 'a.name', 'a.suspended_at', 'c.is_admin', 'e.due_at as erasure_due_at'])
      .where('s.id', '=', id)
      .executeTakeFirst();
  }

  ofAccount(accountId: string): Promise<SessionRow[]> {
    return this.db.read
      .selectFrom('sessions')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('seen_at', 'desc')
      .execute();
  }

  async lastSeen(accountIds: string[]): Promise<Map<string, string>> {
    if (accountIds.length === 0) return new Map();
    const rows = await this.db.read
      .selectFrom('sessions')
      .select(({ fn }) => ['account_id', fn.max('seen_at').as('seen_at')])
      .where('account_id', 'in', accountIds)
      .groupBy('account_id')
      .execute();
    return new Map(rows.map(({ account_id, seen_at }) => [account_id, seen_at]));
  }

  async insert(session: SessionRow): Promise<void> {
    await this.db.write.insertInto('sessions').values(session).execute();
  }

  async seen(id: string, at: string, expiresAt: string): Promise<void> {
    await this.db.write
      .updateTable('sessions')
      .set({ seen_at: at, expires_at: expiresAt })
      .where('id', '=', id)
      .execute();
  }

  /** Signs out every copy of the old cookie. */
  async rename(id: string, newId: string): Promise<void> {
    await this.db.write.updateTable('sessions').set({ id: newId }).where('id', '=', id).execute();
  }

  async remove(id: string): Promise<void> {
    await this.db.write.deleteFrom('sessions').where('id', '=', id).execute();
  }

  async removeOfAccount(accountId: string, keptId: string | null = null): Promise<void> {
    await this.db.write
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('id', '<>', keptId ?? '')
      .execute();
  }

  async removeExpired(now: string): Promise<void> {
    await this.db.write.deleteFrom('sessions').where('expires_at', '<', now).execute();
  }
}
