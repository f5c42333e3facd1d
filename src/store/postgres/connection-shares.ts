// Divides a process's connections: one limit covers all of its work.

import { SEARCH } from '../publications/search-limiter.ts';

export interface ConnectionShares {
  main: number;
  searches: number;
}

/** One connection listens for changes. About a third of the others are for searches. */
export function sharesOf(connections: number): ConnectionShares {
  const others = connections - 1;
  const searches = Math.min(SEARCH.atOnce, Math.max(1, Math.floor(others / 3)));
  return { main: others - searches, searches };
}
