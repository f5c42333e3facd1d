// One-time addresses, by the hash of their token.

import type { Database } from '../dialect.ts';
import type { AccountTokenRow, TokenPurpose } from '../tables.ts';

export class TokenStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A token that is of this purpose, unused and not out of date. */
  valid(hash: string, purpose: TokenPurpose, now: string): Promise<AccountTokenRow | undefined> {
    return this.#db.write
      .selectFrom('account_tokens')
      .selectAll()
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
  }

  async insert(token: AccountTokenRow): Promise<void> {
    await this.#db.write.insertInto('account_tokens').values(token).execute();
  }

  /** Notes the use of what was not stored before; whether it is the first. */
  async insertUsed(token: AccountTokenRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db.write
      .insertInto('account_tokens')
      .values(token)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0) === 1;
  }

  async removeExpired(purpose: TokenPurpose, now: string): Promise<void> {
    await this.#db.write
      .deleteFrom('account_tokens')
      .where('purpose', '=', purpose)
      .where('expires_at', '<', now)
      .execute();
  }

  async removeOfAccount(accountId: string, purpose: TokenPurpose): Promise<void> {
    await this.#db.write
      .deleteFrom('account_tokens')
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .execute();
  }

  /** Whether it was still to be used: of two who come at once, one gets it. */
  async use(hash: string, at: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable('account_tokens')
      .set({ used_at: at })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
