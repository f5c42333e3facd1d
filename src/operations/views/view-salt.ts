// The salt of the day: with it a reader is known again today, and without it never after.

import type { Store } from '../../store/store.ts';
import { newToken } from '../secrets.ts';

const NAME = 'view_salt ';

/** The day in UTC, as the tables write it. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export class DaySalt {
  readonly #store: Store;
  #day = '';
  #salt = '';
  #forgotten = '';

  constructor(store: Store) {
    this.#store = store;
  }

  /** The first process to ask on a day decides it for all. */
  async of(at: Date): Promise<string> {
    const day = dayOf(at);
    if (day !== this.#day) {
      this.#salt = await this.#store.settings.getOrSet(NAME + day, newToken());
      this.#day = day;
    }
    return this.#salt;
  }

  /** Erases the salts of earlier days and the hashes that were made with them. */
  async forgetBefore(at: Date): Promise<void> {
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
