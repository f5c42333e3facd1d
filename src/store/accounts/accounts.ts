// Accounts: who can sign in.

import type { Database } from '../dialect.ts';
import type { AccountRow } from '../tables/accounts.ts';

export class AccountStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  byId(id: string): Promise<AccountRow | undefined> {
    return this.#db.read.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  }

  byEmail(email: string): Promise<AccountRow | undefined> {
    return this.#db.read
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
  }

  /** Until the transaction ends nobody else creates an account, so that what is free stays free. */
  async lockCreation(): Promise<void> {
    await this.#db.dialect.lockAccounts(this.#db.write);
  }

  async insert(account: AccountRow): Promise<void> {
    await this.#db.write.insertInto('accounts').values(account).execute();
  }

  async update(id: string, changes: Partial<Omit<AccountRow, 'id'>>): Promise<void> {
    await this.#db.write.updateTable('accounts').set(changes).where('id', '=', id).execute();
  }

  async count(): Promise<number> {
    const row = await this.#db.read
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }
}
