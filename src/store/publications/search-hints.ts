// How many pieces fit a filter, and how close together the matches of a term are: remembered, because they
// decide about the way of a search alone. Any way finds the same, so they may be out of date.

import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import type { Tables } from '../tables.ts';

/** How often a term is at a site. */
export type Frequency = 'rare' | 'common' | 'between';

/** At the sites where that is known. */
export type Frequencies = { [site in MatchSite]?: Frequency };

export interface SearchHints {
  /** By filter. */
  sizes: LRUCache<string, number>;
  /** By term. */
  frequencies: LRUCache<string, Frequencies>;
}

const REMEMBERED = { max: 2_000, ttl: 10 * 60_000 };

const hints = new WeakMap<Kysely<Tables>, SearchHints>();

/** Of one database. */
export function hintsOf(db: Kysely<Tables>): SearchHints {
  const known = hints.get(db) ?? {
    sizes: new LRUCache<string, number>(REMEMBERED),
    frequencies: new LRUCache<string, Frequencies>(REMEMBERED),
  };
  hints.set(db, known);
  return known;
}
