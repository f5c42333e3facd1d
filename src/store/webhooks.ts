// Webhooks: one for each writer who wants one, with the secret that signs what is sent to it.

import type { SwitchOff } from '../schemas/vocabulary.ts';
import type { Database } from './dialect.ts';
import type { WebhookRow } from './tables.ts';

export class WebhookStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  of(accountId: string): Promise<WebhookRow | undefined> {
    return this.#db.read
      .selectFrom('webhooks')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  }

  /** False where the writer has one already. */
  async add(webhook: WebhookRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db.write
      .insertInto('webhooks')
      .values(webhook)
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async update(accountId: string, changes: Partial<WebhookRow>): Promise<void> {
    await this.#db.write
      .updateTable('webhooks')
      .set(changes)
      .where('account_id', '=', accountId)
      .execute();
  }

  /** A secret moves to the second place and a new one to the first, unless it was moved meanwhile. */
  async rotate(accountId: string, secret: string, changes: Partial<WebhookRow>): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable('webhooks')
      .set({ ...changes, previous_secret: secret })
      .where('account_id', '=', accountId)
      .where('secret', '=', secret)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Since when which of these have taken nothing. */
  async failingSince(accountIds: string[]): Promise<Map<string, string | null>> {
    const rows = await this.#db.read
      .selectFrom('webhooks')
      .select(['account_id', 'failing_since'])
      .where('account_id', 'in', accountIds)
      .execute();
    return new Map(rows.map(({ account_id, failing_since }) => [account_id, failing_since]));
  }

  async tookOne(accountId: string): Promise<void> {
    await this.#db.write
      .updateTable('webhooks')
      .set({ failing_since: null })
      .where('account_id', '=', accountId)
      .where('failing_since', 'is not', null)
      .execute();
  }

  async tookNone(accountId: string, at: string): Promise<void> {
    await this.#db.write
      .updateTable('webhooks')
      .set({ failing_since: at })
      .where('account_id', '=', accountId)
      .where('failing_since', 'is', null)
      .execute();
  }

  async switchOff(accountId: string, reason: SwitchOff, at: string): Promise<void> {
    await this.#db.write
      .updateTable('webhooks')
      .set({ enabled: 0, disabled_reason: reason, updated_at: at })
      .where('account_id', '=', accountId)
      .where('enabled', '=', 1)
      .execute();
  }
}
