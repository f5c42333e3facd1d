// Writes notes, such as when a key was last used, without which the caller can go on.

import type { Store } from '../store/store.ts';

/** On a full disk, nothing can be written, and everything can still be read. */
export async function bestEffort(store: Store, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (store.unavailable(error) === undefined) throw error;
  }
}
