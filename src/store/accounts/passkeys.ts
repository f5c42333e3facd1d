// Passkeys. The database has only public keys; private keys never leave the writers' devices.

import { Repository } from '../database/repository.ts';
import type { PasskeyRow } from '../tables/accounts.ts';

export class PasskeyStore extends Repository {
  byId(id: string): Promise<PasskeyRow | undefined> {
    return this.db.read.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  }

  ofAccount(accountId: string): Promise<PasskeyRow[]> {
    return this.db.read
      .selectFrom('passkeys')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute();
  }

  async insert(passkey: PasskeyRow): Promise<void> {
    await this.db.write.insertInto('passkeys').values(passkey).execute();
  }

  /** Returns false if the counter has changed since it was read. Only one of two concurrent uses gets true. */
  async used(read: PasskeyRow, counter: number, at: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db.write
      .updateTable('passkeys')
      .set({ counter, last_used_at: at })
      .where('id', '=', read.id)
      .where('counter', '=', read.counter)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async removeOfAccount(accountId: string): Promise<void> {
    await this.db.write.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
  }

  async remove(id: string, accountId: string): Promise<void> {
    await this.db.write
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .execute();
  }
}
