// The daily salt for hashing readers: repeat views are recognised for one day and never after.

import type { Store } from '../../store/store.ts';
import { newToken } from '../secrets.ts';

const NAME = 'view_salt ';

export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export class DaySalt {
  readonly #store: Store;
  #day = '';
  #salt = '';
  #forgotten = '';

  constructor(store: Store) {
    this.#store = store;
  }

  /** The first process of the day creates the salt for all. */
  async of(at: Date): Promise<string> {
    const day = dayOf(at);
    if (day !== this.#day) {
      this.#salt = await this.#store.settings.getOrSet(NAME + day, newToken());
      this.#day = day;
    }
    return this.#salt;
  }

  async deleteBefore(at: Date): Promise<void> {
    const day = dayOf(at);
    if (day === this.#forgotten) return;
    if (this.#day < day) this.#day = this.#salt = '';
    await this.#store.transaction(async (tx) => {
      await tx.settings.removeBetween(NAME, NAME + day);
      await tx.views.removeReadersBefore(day);
    });
    this.#forgotten = day;
  }
}
