// Leases: one process at a time works on a due row. If that process dies, the row is free again when its lease ends.

import { randomUUID } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Database } from './dialect.ts';

export const UNLEASED = { leased_by: null, leased_until: null } as const;

interface Lease {
  readonly id: string;
  readonly lease: string;
}

interface LeasedTable<Name> {
  readonly table: Name;
  readonly key: string;
  /** The length of a lease. Work on a row must take less time. */
  readonly leaseMs: number;
}

export class Leases<Name extends 'deliveries' | 'hub_pings' | 'piece_schedules'> {
  readonly #db: Database;
  readonly #of: LeasedTable<Name>;

  constructor(db: Database, of: LeasedTable<Name>) {
    this.#db = db;
    this.#of = of;
  }

  /** Checks, without a transaction, whether beginning one is worthwhile. The query's table must have the alias `d`. */
  async hasDue<Db, From extends keyof Db>(
    query: SelectQueryBuilder<Db, From, object>,
    now: Date,
  ): Promise<boolean> {
    const row = await this.#due(query, now).select(sql`1`.as('one')).limit(1).executeTakeFirst();
    return row !== undefined;
  }

  /** Selects the rows that have been due longest, and skips locked ones. Call `due` in a transaction. */
  due<Db, From extends keyof Db, Row>(
    query: SelectQueryBuilder<Db, From, Row>,
    now: Date,
    limit: number,
  ) {
    return this.#due(query, now)
      .select(sql.ref<string>(`d.${this.#of.key}`).as('id'))
      .orderBy(sql`d.due_at`)
      .limit(limit)
      .modifyEnd(this.#db.dialect.skipLocked)
      .execute();
  }

  /** Call `take` in the same transaction as `due`. */
  async take(rows: readonly { id: string }[], now: Date): Promise<(Tables[Name] & Lease)[]> {
    if (rows.length === 0) return [];
    const { table, key, leaseMs } = this.#of;
    const lease = randomUUID();
    const until = new Date(now.getTime() + leaseMs).toISOString();
    const ids = rows.map(({ id }) => id);
    const taken = await sql<Tables[Name] & Lease>`
      UPDATE ${sql.table(table)} SET leased_by = ${lease}, leased_until = ${until}
      WHERE ${sql.ref(key)} IN (${sql.join(ids)})
      RETURNING *, ${sql.ref(key)} AS id, leased_by AS lease`.execute(this.#db.write);
    return taken.rows;
  }

  async release(rows: readonly Lease[]): Promise<void> {
    if (rows.length === 0) return;
    const { table, key } = this.#of;
    await sql`
      UPDATE ${sql.table(table)} SET leased_by = NULL, leased_until = NULL
      WHERE ${sql.ref(key)} IN (${sql.join(rows.map(({ id }) => id))})
      AND leased_by IN (${sql.join(rows.map(({ lease }) => lease))})`.execute(this.#db.write);
  }

  /** Ignores leases from before the clock was set back. Processes' clocks differ by less than the length of a lease. */
  #due<Db, From extends keyof Db, Row>(query: SelectQueryBuilder<Db, From, Row>, now: Date) {
    const at = now.toISOString();
    const latest = new Date(now.getTime() + 2 * this.#of.leaseMs).toISOString();
    return query.where(sql<boolean>`d.due_at <= ${at} AND
      (d.leased_until IS NULL OR d.leased_until <= ${at} OR d.leased_until > ${latest})`);
  }
}
