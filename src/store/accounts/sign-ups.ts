// Unconfirmed sign-ups, by the hash of their token.

import { Repository } from '../database/repository.ts';
import type { SignUpRow } from '../tables/accounts.ts';

export class SignUpStore extends Repository {
  async insert(signUp: SignUpRow): Promise<void> {
    await this.db.write.insertInto('sign_ups').values(signUp).execute();
  }

  byHash(hash: string, now: string): Promise<SignUpRow | undefined> {
    return this.#unexpired(now).where('hash', '=', hash).executeTakeFirst();
  }

  /** Finds the oldest sign-up with the e-mail address; a later sign-up must not claim the address. */
  firstOfEmail(email: string, now: string): Promise<SignUpRow | undefined> {
    return this.#unexpired(now)
      .where('email', '=', email)
      .orderBy('created_at')
      .orderBy('hash')
      .limit(1)
      .executeTakeFirst();
  }

  #unexpired(now: string) {
    return this.db.write.selectFrom('sign_ups').selectAll().where('expires_at', '>', now);
  }

  async removeOfEmail(email: string): Promise<void> {
    await this.db.write.deleteFrom('sign_ups').where('email', '=', email).execute();
  }

  async removeExpired(now: string): Promise<void> {
    await this.db.write.deleteFrom('sign_ups').where('expires_at', '<=', now).execute();
  }
}
