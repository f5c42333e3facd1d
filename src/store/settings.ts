// Settings that the service stores for itself, shared by all processes on the database.

import { Repository } from './repository.ts';

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

  async get(name: string): Promise<string | undefined> {
    const row = await this.db.write
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }
}
