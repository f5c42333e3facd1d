// Leases: a row that is due is worked on by one process at a time. If that process dies, the row is free again when
// its lease ends.

import { randomUUID } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './dialect.ts';
import type { Tables } from './tables.ts';

export const UNLEASED = { leased_by: null, leased_until: null } as const;

interface LeasedTable<Name extends keyof Tables> {
  readonly table: Name;
  readonly key: keyof Tables[Name] & string;
  /** Longer than the work on a row may take. */
  readonly leaseMs: number;
}

export class Leases<Name extends 'deliveries' | 'hub_pings' | 'piece_schedules'> {
  readonly #db: Database;
  readonly #of: LeasedTable<Name>;

  constructor(db: Database, of: LeasedTable<Name>) {
    this.#db = db;
    this.#of = of;
  }

  /**
   * Due rows that no process has leased, in a query that calls the table `d`. A lease that ends later than any could
   * was taken before the clock was set back. Another process's clock may be ahead by less than a lease.
   */
  due<Db, From extends keyof Db, Row>(query: SelectQueryBuilder<Db, From, Row>, now: Date) {
    const at = now.toISOString();
    const latest = new Date(now.getTime() + 2 * this.#of.leaseMs).toISOString();
    return query.where(sql<boolean>`d.due_at <= ${at} AND
      (d.leased_until IS NULL OR d.leased_until <= ${at} OR d.leased_until > ${latest})`);
  }

  async hasDue<Db, From extends keyof Db, Row>(
    query: SelectQueryBuilder<Db, From, Row>,
    now: Date,
  ): Promise<boolean> {
    const row = await this.due(query, now).select(sql`1`.as('one')).limit(1).executeTakeFirst();
    return row !== undefined;
  }

  /** Within a transaction: the rows that have been due for longest; skip locked. */
  firstDue<Db, From extends keyof Db, Row>(
    query: SelectQueryBuilder<Db, From, Row>,
    now: Date,
    limit: number,
  ) {
    return this.due(query, now)
      .orderBy(sql`d.due_at`)
      .limit(limit)
      .modifyEnd(this.#db.dialect.skipLocked)
      .execute();
  }

  /** Within the same transaction. */
  async take(ids: readonly string[], now: Date): Promise<{ lease: string; rows: Tables[Name][] }> {
    const lease = randomUUID();
    if (ids.length === 0) return { lease, rows: [] };
    const { table, key, leaseMs } = this.#of;
    const until = new Date(now.getTime() + leaseMs).toISOString();
    const { rows } = await sql<Tables[Name]>`
      UPDATE ${sql.table(table)} SET leased_by = ${lease}, leased_until = ${until}
      WHERE ${sql.ref(key)} IN (${sql.join(ids)}) RETURNING *`.execute(this.#db.write);
    return { lease, rows };
  }

  /** Frees rows before their leases end. */
  async release(leased: readonly { id: string; lease: string }[]): Promise<void> {
    if (leased.length === 0) return;
    const { table, key } = this.#of;
    const [ids, leases] = [leased.map(({ id }) => id), leased.map(({ lease }) => lease)];
    await sql`
      UPDATE ${sql.table(table)} SET leased_by = NULL, leased_until = NULL
      WHERE ${sql.ref(key)} IN (${sql.join(ids)})
      AND leased_by IN (${sql.join(leases)})`.execute(this.#db.write);
  }
}
