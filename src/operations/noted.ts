// Notes that a read leaves behind, such as when a key was last used: the read goes on without them.

import type { Store } from '../store/store.ts';

/** On a full disk, for one, nothing can be written, and everything can still be read. */
export async function notedIfPossible(store: Store, writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (store.unavailable(error) === undefined) throw error;
  }
}
