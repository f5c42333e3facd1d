// One-time links, by the hash of their token.

import type { Database } from '../dialect.ts';
import type { AccountTokenRow, TokenPurpose } from '../tables/accounts.ts';

export class TokenStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

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

  /** Records the use of a token that was not stored before; returns whether it is the first use. */
  async insertUsed(token: AccountTokenRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db.write
      .insertInto('account_tokens')
      .values(token)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0) === 1;
  }

  async countValid(accountId: string, purpose: TokenPurpose, now: string): Promise<number> {
    const { count } = await this.#db.write
      .selectFrom('account_tokens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(count);
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

  /** Tokens that this admin made for other accounts. */
  async removeOfMaker(accountId: string): Promise<void> {
    await this.#db.write.deleteFrom('account_tokens').where('made_by', '=', accountId).execute();
  }

  /** Returns whether the token was still unused: of two concurrent requests, one gets it. */
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
