// Publishing schedules: at most one per piece. One process at a time claims a due schedule, with a lease.

import type { Cancellation, ScheduleState } from '../../schemas/vocabulary.ts';
import { Leases, UNLEASED } from '../database/leases.ts';
import { Repository } from '../database/repository.ts';
import type { ScheduleRow } from '../tables/pieces.ts';

/** A dead process's schedules are free again after this time; a publication takes less. */
export const SCHEDULE_LEASE_MS = 15_000;

export const OPEN_SCHEDULES: readonly ScheduleState[] = ['wished', 'scheduled'];

export const isOpen = ({ state }: Pick<ScheduleRow, 'state'>): boolean =>
  OPEN_SCHEDULES.includes(state);

export const scheduledFor = (row: ScheduleRow | null | undefined): string | null =>
  row && isOpen(row) ? row.due_at : null;

export class ScheduleStore extends Repository {
  readonly leases = new Leases(this.db, {
    table: 'piece_schedules',
    key: 'piece_id',
    leaseMs: SCHEDULE_LEASE_MS,
  });

  ofPiece(pieceId: string): Promise<ScheduleRow | undefined> {
    return this.#of([pieceId]).executeTakeFirst();
  }

  async ofPieces(pieceIds: readonly string[]): Promise<Map<string, ScheduleRow>> {
    const rows = pieceIds.length > 0 ? await this.#of(pieceIds).execute() : [];
    return new Map(rows.map((row) => [row.piece_id, row]));
  }

  /** Call `lock` in the transaction that has locked the piece. Workers change the lease columns without that lock. */
  lock(pieceId: string): Promise<ScheduleRow | undefined> {
    const query = this.db.write
      .selectFrom('piece_schedules')
      .selectAll()
      .where('piece_id', '=', pieceId);
    return this.db.dialect.forUpdate(query).executeTakeFirst();
  }

  async put(row: ScheduleRow): Promise<void> {
    await this.remove(row.piece_id);
    await this.db.write.insertInto('piece_schedules').values(row).execute();
  }

  async update(pieceId: string, changes: Partial<Omit<ScheduleRow, 'piece_id'>>): Promise<void> {
    await this.db.write
      .updateTable('piece_schedules')
      .set(changes)
      .where('piece_id', '=', pieceId)
      .execute();
  }

  async remove(pieceId: string): Promise<void> {
    await this.db.write.deleteFrom('piece_schedules').where('piece_id', '=', pieceId).execute();
  }

  async cancel(pieceId: string, because: Cancellation, at: string): Promise<void> {
    await this.#open().set(cancelled(because, at)).where('piece_id', '=', pieceId).execute();
  }

  async cancelOfAuthor(authorId: string, because: Cancellation, at: string): Promise<void> {
    await this.#open()
      .set(cancelled(because, at))
      .where('piece_id', 'in', (query) =>
        query.selectFrom('pieces').select('id').where('author_id', '=', authorId),
      )
      .execute();
  }

  openOf(authorId: string): Promise<ScheduleRow[]> {
    return this.db.write
      .selectFrom('piece_schedules')
      .selectAll()
      .where('state', 'in', OPEN_SCHEDULES)
      .where('piece_id', 'in', (query) =>
        query.selectFrom('pieces').select('id').where('author_id', '=', authorId),
      )
      .orderBy('piece_id')
      .execute();
  }

  /** Turns the schedules that a former admin approved back into writers' requests, which need a new approval. */
  async returnApprovalsOf(accountId: string): Promise<void> {
    await this.#open()
      .set({ state: 'wished', actor_id: null, session_id: null, ...UNLEASED })
      .where('actor_id', '=', accountId)
      .where('act', '=', 'approve')
      .execute();
  }

  hasDue(now: Date): Promise<boolean> {
    return this.leases.hasDue(this.#scheduled(), now);
  }

  /** Selects unclaimed schedules, longest due first, and skips locked ones. Call `due` in a transaction. */
  due(now: Date, limit: number): Promise<{ id: string }[]> {
    return this.leases.due(this.#scheduled(), now, limit);
  }

  #scheduled() {
    return this.db.read.selectFrom('piece_schedules as d').where('d.state', '=', 'scheduled');
  }

  #of(pieceIds: readonly string[]) {
    return this.db.read.selectFrom('piece_schedules').selectAll().where('piece_id', 'in', pieceIds);
  }

  #open() {
    return this.db.write.updateTable('piece_schedules').where('state', 'in', OPEN_SCHEDULES);
  }
}

const cancelled = (because: Cancellation, at: string) =>
  ({ state: 'cancelled', cancelled_because: because, ended_at: at, ...UNLEASED }) as const;
