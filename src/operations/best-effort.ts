// Waits for writes that the caller can do without, such as recording when a key was last used.

import type { Store } from '../store/store.ts';

/** Ignores a failed write, because on a full disk everything can still be read. */
export async function bestEffort(store: Store, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (store.unavailable(error) === undefined) throw error;
  }
}
