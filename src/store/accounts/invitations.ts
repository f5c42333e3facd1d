// Invitations that are still open, by the hash of their token.

import { Repository } from '../database/repository.ts';
import type { InvitationRow } from '../tables/accounts.ts';

export type InvitationWithInviter = InvitationRow & { inviter_name: string };

export class InvitationStore extends Repository {
  async insert(invitation: InvitationRow): Promise<void> {
    await this.db.write.insertInto('invitations').values(invitation).execute();
  }

  byHash(hash: string, now: string): Promise<InvitationWithInviter | undefined> {
    return this.#open(now).where('i.hash', '=', hash).executeTakeFirst();
  }

  list(now: string): Promise<InvitationWithInviter[]> {
    return this.#open(now).orderBy('i.created_at', 'desc').orderBy('i.id').execute();
  }

  #open(now: string) {
    return this.db.write
      .selectFrom('invitations as i')
      .innerJoin('authors as a', 'a.id', 'i.invited_by')
      .selectAll('i')
      .select('a.name as inviter_name')
      .where('i.expires_at', '>', now);
  }

  /** Returns false if the invitation is no longer open. Only one of two concurrent requests gets true. */
  async take(hash: string, now: string): Promise<boolean> {
    const { numDeletedRows } = await this.db.write
      .deleteFrom('invitations')
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async remove(id: string): Promise<void> {
    await this.db.write.deleteFrom('invitations').where('id', '=', id).execute();
  }

  async removeOfInviter(accountId: string): Promise<void> {
    await this.db.write.deleteFrom('invitations').where('invited_by', '=', accountId).execute();
  }

  async removeExpired(now: string): Promise<void> {
    await this.db.write.deleteFrom('invitations').where('expires_at', '<=', now).execute();
  }
}
