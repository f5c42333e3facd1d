// Settings that the service stores for itself, shared by all processes on the database.

import { sql } from 'kysely';
import { Repository } from './database/repository.ts';

export class SettingStore extends Repository {
  /** The first caller decides the value for all. */
  async getOrSet(name: string, first: string): Promise<string> {
    const known = await this.get(name);
    if (known !== undefined) return known;
    await this.db.write
      .insertInto('settings')
      .values({ name, value: first })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await this.get(name)) ?? first;
  }

  async set(name: string, value: string): Promise<void> {
    await this.db.write
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  /** True if the caller has the lease now: another's is refused until its time is over. */
  async lease(name: string, now: string, until: string): Promise<boolean> {
    const rows = await this.db.write
      .insertInto('settings')
      .values({ name, value: until })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value: until }).where('settings.value', '<=', now),
      )
      .returning('name')
      .execute();
    return rows.length > 0;
  }

  async remove(name: string): Promise<void> {
    await this.db.write.deleteFrom('settings').where('name', '=', name).execute();
  }

  /** `end` itself is not removed. */
  async removeBetween(first: string, end: string): Promise<void> {
    await this.db.write
      .deleteFrom('settings')
      .where('name', '>=', first)
      .where('name', '<', end)
      .execute();
  }

  /** Compares no order, which on PostgreSQL depends on the database's language. */
  async namesWithPrefix(prefix: string): Promise<string[]> {
    const rows = await this.db.write
      .selectFrom('settings')
      .select('name')
      .where(sql`substr(name, 1, ${sql.lit(prefix.length)})`, '=', prefix)
      .execute();
    return rows.map(({ name }) => name);
  }

  async get(name: string): Promise<string | undefined> {
    const row = await this.db.write
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }
}
