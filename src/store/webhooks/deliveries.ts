// Deliveries as those see them who cause them: written, called off, asked for again, looked back at.

import type { Database } from '../dialect.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../tables.ts';

/** What a list shows: everything but the body, with the end of the last attempt. */
export type ListedDelivery = Omit<DeliveryRow, 'body'> &
  Pick<DeliveryAttemptRow, 'status' | 'error'> & {
    duration_ms: number | null;
    headline: string | null;
  };

export class DeliveryStore {
  readonly #db: Database;
  readonly #tellOfDue: () => void;

  constructor(db: Database, tellOfDue: () => void) {
    this.#db = db;
    this.#tellOfDue = tellOfDue;
  }

  /** A piece has one delivery, however often it is asked for. */
  async add(delivery: DeliveryRow): Promise<void> {
    await this.#db.write
      .insertInto('deliveries')
      .values(delivery)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    this.#tellOfDue();
  }

  byId(id: string): Promise<DeliveryRow | undefined> {
    return this.#db.read
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }

  attemptsOf(id: string): Promise<DeliveryAttemptRow[]> {
    return this.#db.read
      .selectFrom('delivery_attempts')
      .selectAll()
      .where('delivery_id', '=', id)
      .orderBy('number', 'desc')
      .execute();
  }

  /** Newest first. */
  ofAccount(accountId: string, limit: number): Promise<ListedDelivery[]> {
    return this.#db.read
      .selectFrom('deliveries as d')
      .leftJoin('delivery_attempts as a', (join) =>
        join.onRef('a.delivery_id', '=', 'd.id').onRef('a.number', '=', 'd.attempts'),
      )
      .leftJoin('publications as p', 'p.piece_id', 'd.piece_id')
      .select([
        'd.id',
        'd.account_id',
        'd.piece_id',
        'd.event',
        'd.state',
        'd.attempts',
        'd.tries',
        'd.due_at',
        'd.leased_until',
        'd.leased_by',
        'd.created_at',
        'd.finished_at',
        'a.status',
        'a.error',
        'a.duration_ms',
        'p.headline',
      ])
      .where('d.account_id', '=', accountId)
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id')
      .limit(limit)
      .execute();
  }

  /** What is on its way at this moment arrives or not; it is not tried again. */
  async cancelOfPiece(pieceId: string, at: string): Promise<void> {
    await this.#db.write
      .updateTable('deliveries')
      .set({ state: 'cancelled', finished_at: at })
      .where('piece_id', '=', pieceId)
      .where('state', '=', 'due')
      .execute();
  }

  async cancelOfAccount(accountId: string, at: string): Promise<void> {
    await this.#db.write
      .updateTable('deliveries')
      .set({ state: 'cancelled', finished_at: at })
      .where('account_id', '=', accountId)
      .where('event', '=', 'piece.published')
      .where('state', '=', 'due')
      .execute();
  }

  /** What was called off before it arrived is due again, with the piece as it is now. */
  async revive(pieceId: string, body: string, at: string): Promise<void> {
    await this.#db.write
      .updateTable('deliveries')
      .set({ state: 'due', body, due_at: at, tries: 0, finished_at: null })
      .where('piece_id', '=', pieceId)
      .where('event', '=', 'piece.published')
      .where('state', '=', 'cancelled')
      .execute();
    this.#tellOfDue();
  }

  /** From the beginning of the schedule, whatever became of it before; one under way is let be. */
  async again(id: string, at: string): Promise<void> {
    await this.#db.write
      .updateTable('deliveries')
      .set({ state: 'due', due_at: at, tries: 0, finished_at: null })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
      .execute();
    this.#tellOfDue();
  }

  /** Whatever the writer still waits for is due now, from the beginning of the schedule. */
  async allAgain(accountId: string, at: string): Promise<void> {
    await this.#db.write
      .updateTable('deliveries')
      .set({ due_at: at, tries: 0 })
      .where('account_id', '=', accountId)
      .where('state', '=', 'due')
      .execute();
    this.#tellOfDue();
  }
}
