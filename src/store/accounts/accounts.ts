// Accounts: who can sign in.

import { countOf } from '../database/counts.ts';
import { Repository } from '../database/repository.ts';
import type { AccountRow } from '../tables/accounts.ts';

export class AccountStore extends Repository {
  byId(id: string): Promise<AccountRow | undefined> {
    return this.db.read.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  }

  byEmail(email: string): Promise<AccountRow | undefined> {
    return this.db.read
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
  }

  /** Keeps other processes from creating accounts until the transaction ends, so that a free name stays free. */
  async lockCreation(): Promise<void> {
    await this.db.dialect.lockAccounts(this.db.write);
  }

  async insert(account: AccountRow): Promise<void> {
    await this.db.write.insertInto('accounts').values(account).execute();
  }

  async update(id: string, changes: Partial<Omit<AccountRow, 'id'>>): Promise<void> {
    await this.db.write.updateTable('accounts').set(changes).where('id', '=', id).execute();
  }

  async admins(): Promise<string[]> {
    const rows = await this.db.read
      .selectFrom('accounts')
      .select('id')
      .where('is_admin', '=', 1)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Leaves out suspended admins and those without a password, who can't sign in. */
  async activeAdmins(): Promise<string[]> {
    const rows = await this.db.read
      .selectFrom('accounts as c')
      .innerJoin('authors as a', 'a.id', 'c.id')
      .select('c.id')
      .where('c.is_admin', '=', 1)
      .where('c.email', 'is not', null)
      .where('c.password_hash', 'is not', null)
      .where('a.suspended_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The active admins whose accounts are not to be erased. */
  async stayingAdmins(): Promise<string[]> {
    const active = await this.activeAdmins();
    const leaving = await this.db.read.selectFrom('erasures').select('account_id').execute();
    return active.filter((id) => leaving.every(({ account_id }) => account_id !== id));
  }

  count(): Promise<number> {
    return countOf(this.db.read.selectFrom('accounts'));
  }
}
