// Empties the cache's file after an erasure: what is out of date there is never sent, but it is there.

import { type Context, timestamp } from '../operation.ts';

interface CacheFile {
  empty(because: string): Promise<void>;
}

/** Older erasures emptied the log of changes, without which a process that starts later begins a new file. */
const BEFORE_START_MS = 60 * 60_000;

/** Each process does this for itself; those that share a file begin the new one together. */
export function emptyAfterErasures({ store, now }: Context, file: CacheFile): () => Promise<void> {
  let seen = timestamp(new Date(now().getTime() - BEFORE_START_MS));
  return async () => {
    const last = await store.erasures.lastFinished();
    if (last === null || last <= seen) return;
    await file.empty('an account was erased');
    seen = last;
  };
}
