// How a process divides its connections: one limit covers all of its work.

import { SEARCH } from '../publications/search-limiter.ts';

export interface ConnectionShares {
  /** All statements but searches. */
  main: number;
  searches: number;
}

/** One connection listens for changes; about a third of the others search. */
export function sharesOf(connections: number): ConnectionShares {
  const others = connections - 1;
  const searches = Math.min(SEARCH.atOnce, Math.max(1, Math.floor(others / 3)));
  return { main: others - searches, searches };
}
