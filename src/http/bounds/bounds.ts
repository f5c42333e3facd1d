// Concurrency and timeouts of a process.

import { SEARCH } from '../../store/publications/search-limiter.ts';

interface Turns {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitMs: number;
}

type Queue = 'read' | 'document' | 'image' | 'search' | 'tool' | 'crawler';

export interface Bounds {
  readonly queues: { readonly [name in Queue]: Turns };
  readonly outgoingBytes: number;
  readonly streams: { readonly atOnce: number; readonly givesWayMs: number };
  readonly headMs: number;
  readonly requestMs: number;
  readonly standstillMs: number;
  readonly checkMs: number;
}

export const BOUNDS: Bounds = {
  /** Requests answered concurrently, requests waiting, and how long they wait. */
  queues: {
    read: { atOnce: 32, waiting: 1_000, waitMs: 2_000 },
    /** Feeds, sitemaps and complete lists: up to tens of megabytes each while they are written. */
    document: { atOnce: 2, waiting: 400, waitMs: 20_000 },
    image: { atOnce: 16, waiting: 1_000, waitMs: 20_000 },
    /** Searches that the search limiter would refuse are refused before they cost anything. */
    search: { atOnce: SEARCH.atOnce + SEARCH.waiting, waiting: 0, waitMs: 0 },
    /** Tool calls, counted after their message has arrived. */
    tool: { atOnce: 32, waiting: 1_000, waitMs: 5_000 },
    /** Crawlers' requests of every kind that aren't cached. */
    crawler: { atOnce: 1, waiting: 512, waitMs: 10_000 },
  },
  /** Response bytes that clients have yet to take; beyond this, no new response begins. */
  outgoingBytes: 64 * 1024 * 1024,
  /** Streamed responses; the oldest gives way to a new one after `givesWayMs`. */
  streams: { atOnce: 8, givesWayMs: 20_000 },
  /** Time for the head of a request to arrive, and for the whole request. */
  headMs: 20_000,
  requestMs: 300_000,
  /** Inactivity timeout of a connection, longer than proxies keep theirs open. */
  standstillMs: 75_000,
  checkMs: 1_000,
};
