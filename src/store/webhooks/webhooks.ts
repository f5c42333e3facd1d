// Webhooks: at most one per writer, with the secrets that sign its deliveries.

import type { SwitchOff } from '../../schemas/vocabulary.ts';
import { Repository } from '../database/repository.ts';
import type { WebhookRow, WebhookSecretRow } from '../tables/webhooks.ts';

export type Receiver = Pick<WebhookRow, 'account_id' | 'url' | 'failing_since'>;

export class WebhookStore extends Repository {
  of(accountId: string): Promise<WebhookRow | undefined> {
    return this.db.read
      .selectFrom('webhooks')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  }

  /** Returns false if the writer already has a webhook. */
  async add(webhook: WebhookRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.db.write
      .insertInto('webhooks')
      .values(webhook)
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async update(accountId: string, changes: Partial<WebhookRow>): Promise<void> {
    await this.db.write
      .updateTable('webhooks')
      .set(changes)
      .where('account_id', '=', accountId)
      .execute();
  }

  /** Leaves a secret alone that was rotated meanwhile. Call replaceSecret in a transaction. */
  async replaceSecret({ secret, account_id, until }: WebhookSecretRow, next: string, at: string) {
    const { numUpdatedRows } = await this.db.write
      .updateTable('webhooks')
      .set({ secret: next, previous_until: until, updated_at: at })
      .where('account_id', '=', account_id)
      .where('secret', '=', secret)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await this.db.write
      .deleteFrom('webhook_secrets')
      .where('account_id', '=', account_id)
      .where('until', '<=', at)
      .execute();
    await this.db.write
      .insertInto('webhook_secrets')
      .values({ secret, account_id, until })
      .execute();
    return true;
  }

  replacedSecrets(accountIds: string[], at: string): Promise<WebhookSecretRow[]> {
    return this.db.read
      .selectFrom('webhook_secrets')
      .selectAll()
      .where('account_id', 'in', accountIds)
      .where('until', '>', at)
      .orderBy('until', 'desc')
      .execute();
  }

  ofAccounts(accountIds: string[]): Promise<Receiver[]> {
    return this.db.read
      .selectFrom('webhooks')
      .select(['account_id', 'url', 'failing_since'])
      .where('account_id', 'in', accountIds)
      .execute();
  }

  async switchOff(accountId: string, reason: SwitchOff, at: string): Promise<void> {
    await this.db.write
      .updateTable('webhooks')
      .set({ enabled: 0, disabled_reason: reason, updated_at: at })
      .where('account_id', '=', accountId)
      .where('enabled', '=', 1)
      .execute();
  }
}
