// One-time links, by the hash of their token.

import { countOf } from '../database/counts.ts';
import { Repository } from '../database/repository.ts';
import type { AccountTokenRow, TokenPurpose } from '../tables/accounts.ts';

export class TokenStore extends Repository {
  valid(hash: string, purpose: TokenPurpose, now: string): Promise<AccountTokenRow | undefined> {
    return this.#valid(purpose, now).selectAll().where('hash', '=', hash).executeTakeFirst();
  }

  #valid(purpose: TokenPurpose, now: string) {
    return this.db.write
      .selectFrom('account_tokens')
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now);
  }

  async insert(token: AccountTokenRow): Promise<void> {
    await this.db.write.insertInto('account_tokens').values(token).execute();
  }

  /** Stores a used token, which was issued without a row. Returns false if it was used before. */
  async insertUsed(token: AccountTokenRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db.write
      .insertInto('account_tokens')
      .values(token)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows ?? 0) === 1;
  }

  countValid(accountId: string, purpose: TokenPurpose, now: string): Promise<number> {
    return countOf(this.#valid(purpose, now).where('account_id', '=', accountId));
  }

  async removeExpired(purpose: TokenPurpose, now: string): Promise<void> {
    await this.db.write
      .deleteFrom('account_tokens')
      .where('purpose', '=', purpose)
      .where('expires_at', '<', now)
      .execute();
  }

  async removeOfAccount(accountId: string, purpose: TokenPurpose): Promise<void> {
    await this.db.write
      .deleteFrom('account_tokens')
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .execute();
  }

  async removeOfMaker(accountId: string): Promise<void> {
    await this.db.write.deleteFrom('account_tokens').where('made_by', '=', accountId).execute();
  }

  /** Returns false if the token has been used. Only one of two concurrent requests gets true. */
  async use(hash: string, at: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db.write
      .updateTable('account_tokens')
      .set({ used_at: at })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
