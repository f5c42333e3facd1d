// How the connections that a process may open are shared out: to all of its work there is one limit.

import { SEARCH } from '../../schemas/limits.ts';

export interface ConnectionShares {
  /** For everything but searches. */
  main: number;
  searches: number;
}

/** One of them listens for changes, and about a third of the others searches. */
export function sharesOf(connections: number): ConnectionShares {
  const others = connections - 1;
  const searches = Math.min(SEARCH.atOnce, Math.max(1, Math.floor(others / 3)));
  return { main: others - searches, searches };
}
