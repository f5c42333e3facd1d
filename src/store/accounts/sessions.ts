// Browser sessions, by the hash of what the cookie holds.

import type { Database } from '../dialect.ts';
import type { SessionRow } from '../tables.ts';

/** A session with what must be known of its account to let it in. */
export type SessionWithAccount = SessionRow & {
  slug: string;
  name: string;
  is_admin: 0 | 1;
  suspended_at: string | null;
};

export class SessionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  byId(id: string): Promise<SessionWithAccount | undefined> {
    return this.#db.read
      .selectFrom('sessions as s')
      .innerJoin('accounts as c', 'c.id', 's.account_id')
      .innerJoin('authors as a', 'a.id', 's.account_id')
      .selectAll('s')
      .select(['a.slug', 'a.name', 'a.suspended_at', 'c.is_admin'])
      .where('s.id', '=', id)
      .executeTakeFirst();
  }

  ofAccount(accountId: string): Promise<SessionRow[]> {
    return this.#db.read
      .selectFrom('sessions')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('seen_at', 'desc')
      .execute();
  }

  async insert(session: SessionRow): Promise<void> {
    await this.#db.write.insertInto('sessions').values(session).execute();
  }

  async seen(id: string, at: string, expiresAt: string): Promise<void> {
    await this.#db.write
      .updateTable('sessions')
      .set({ seen_at: at, expires_at: expiresAt })
      .where('id', '=', id)
      .execute();
  }

  async remove(id: string): Promise<void> {
    await this.#db.write.deleteFrom('sessions').where('id', '=', id).execute();
  }

  /** All of an account's, or all but one. */
  async removeOfAccount(accountId: string, keptId: string | null = null): Promise<void> {
    await this.#db.write
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('id', '<>', keptId ?? '')
      .execute();
  }

  async removeExpired(now: string): Promise<void> {
    await this.#db.write.deleteFrom('sessions').where('expires_at', '<', now).execute();
  }
}
