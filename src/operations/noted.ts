// What is written beside the point, such as when a key was last used: whoever came for something else goes on
// without it.

import type { Store } from '../store/store.ts';

/** On a full disk, for one, nothing can be written, and everything can still be read. */
export async function notedIfPossible(store: Store, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (store.unavailable(error) === undefined) throw error;
  }
}
