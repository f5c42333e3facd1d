// Webhook deliveries as writers see and change them: list, create, cancel, retry.

import type { Database } from '../database/dialect.ts';
import { Repository } from '../database/repository.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../tables/webhooks.ts';

export type ListedDelivery = Omit<DeliveryRow, 'body'> &
  Pick<DeliveryAttemptRow, 'status' | 'error'> & {
    duration_ms: number | null;
    headline: string | null;
  };

export class DeliveryStore extends Repository {
  readonly #notifyDue: () => void;

  constructor(db: Database, notifyDue: () => void) {
    super(db);
    this.#notifyDue = notifyDue;
  }

  /** Does nothing if the piece has a delivery, because publishing again sends no second one. */
  async add(delivery: DeliveryRow): Promise<void> {
    await this.db.write
      .insertInto('deliveries')
      .values(delivery)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    this.#notifyDue();
  }

  byId(id: string): Promise<DeliveryRow | undefined> {
    return this.db.read
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }

  attemptsOf(id: string): Promise<DeliveryAttemptRow[]> {
    return this.db.read
      .selectFrom('delivery_attempts')
      .selectAll()
      .where('delivery_id', '=', id)
      .orderBy('number', 'desc')
      .execute();
  }

  ofAccount(accountId: string, limit: number): Promise<ListedDelivery[]> {
    return this.db.read
      .selectFrom('deliveries as d')
      .leftJoin('delivery_attempts as a', (join) =>
        join.onRef('a.delivery_id', '=', 'd.id').onRef('a.number', '=', 'd.attempts'),
      )
      .leftJoin('publications as p', 'p.piece_id', 'd.piece_id')
      .select(['d.id', 'd.account_id', 'd.piece_id', 'd.event', 'd.state', 'd.attempts', 'd.tries'])
      .select(['d.due_at', 'd.leased_until', 'd.leased_by', 'd.created_at', 'd.finished_at'])
      .select(['a.status', 'a.error', 'a.duration_ms', 'p.headline'])
      .where('d.account_id', '=', accountId)
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id')
      .limit(limit)
      .execute();
  }

  /** Cancels a piece's pending delivery. An attempt in progress may still arrive, but is not retried. */
  async cancelOfPiece(pieceId: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('deliveries')
      .set({ state: 'cancelled', finished_at: at })
      .where('piece_id', '=', pieceId)
      .where('state', '=', 'due')
      .execute();
  }

  async cancelOfAccount(accountId: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('deliveries')
      .set({ state: 'cancelled', finished_at: at })
      .where('account_id', '=', accountId)
      .where('event', '=', 'piece.published')
      .where('state', '=', 'due')
      .execute();
  }

  /** Makes a delivery that was cancelled before it arrived due again, with the piece's current content. */
  async requeueCancelled(pieceId: string, body: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('deliveries')
      .set({ state: 'due', body, due_at: at, tries: 0, finished_at: null })
      .where('piece_id', '=', pieceId)
      .where('event', '=', 'piece.published')
      .where('state', '=', 'cancelled')
      .execute();
    this.#notifyDue();
  }

  /** Restarts the retry schedule after any outcome. Leaves a delivery in progress alone. */
  async retry(id: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('deliveries')
      .set({ state: 'due', due_at: at, tries: 0, finished_at: null })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
      .execute();
    this.#notifyDue();
  }

  async retryAllPending(accountId: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('deliveries')
      .set({ due_at: at, tries: 0 })
      .where('account_id', '=', accountId)
      .where('state', '=', 'due')
      .execute();
    this.#notifyDue();
  }
}
