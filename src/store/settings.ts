// Settings that the service stores for itself, shared by all processes on the database.

import { sql } from 'kysely';
import { Repository } from './database/repository.ts';

export class SettingStore extends Repository {
  /** Returns the stored value. If there is none, stores `first`, unless another process is quicker. */
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

  /** Returns true if the caller got the lease; false while another caller's lease lasts. */
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

  async removeBetween(first: string, end: string): Promise<void> {
    await this.db.write
      .deleteFrom('settings')
      .where('name', '>=', first)
      .where('name', '<', end)
      .execute();
  }

  /** Compares the start of each name, because the sort order of names depends on PostgreSQL's locale. */
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
