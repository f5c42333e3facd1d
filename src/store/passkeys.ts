// Passkeys: public keys that writers' devices hold the other half of.

import type { Database } from './dialect.ts';
import type { PasskeyRow } from './tables.ts';

export class PasskeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  byId(id: string): Promise<PasskeyRow | undefined> {
    return this.#db.read.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  }

  ofAccount(accountId: string): Promise<PasskeyRow[]> {
    return this.#db.read
      .selectFrom('passkeys')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute();
  }

  async insert(passkey: PasskeyRow): Promise<void> {
    await this.#db.write.insertInto('passkeys').values(passkey).execute();
  }

  async used(id: string, counter: number, at: string): Promise<void> {
    await this.#db.write
      .updateTable('passkeys')
      .set({ counter, last_used_at: at })
      .where('id', '=', id)
      .execute();
  }

  async remove(id: string, accountId: string): Promise<void> {
    await this.#db.write
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .execute();
  }
}
