// The plan of a search with filters: at each site, whether the index of texts leads, or the pieces that fit.

import type { MatchSite } from '../../schemas/vocabulary.ts';
import type { Matching } from './piece-search.ts';

/** Where one way of searching gives way to another. Tests make it smaller, to go all of them with few pieces. */
export const PLAN = {
  /** So many pieces that their bodies are looked through sooner than an index is, wherever they are stored. */
  few: 20,
  /** So many that their headlines and standfirsts are, and whatever is stored beside them. */
  some: 300,
  /** So many that those which match are soon found among them, where the term is common. */
  several: 1_000,
  /** The same on PostgreSQL, whose index is slower with a common term. */
  many: 10_000,
  /** So many that all of them are listed sooner than each match is looked up. */
  listed: 3_000,
  /** A term is rare where the index has fewer entries than that. */
  entries: 50,
  /** And common where there is one in so many pieces. */
  dense: 64,
};

/** How often a term is at a site. */
export type Frequency = 'rare' | 'common' | 'between';

/** At the sites where that is known. */
export type Frequencies = { [site in MatchSite]?: Frequency };

/**
 * Through the pieces that fit, or through the index: with a plan for terms that few texts have, or with whatever
 * plan the database makes.
 */
export type Way = 'among' | 'sparse' | 'indexed';

const isFewAt = (site: MatchSite, size: number, { fewBodies }: Matching) =>
  size <= (site === 'body' ? fewBodies() : PLAN.some);

/** What a word of headlines is in bodies: mostly in all of them. If not, some are soon looked through. */
const likelyAt = (site: MatchSite, size: number, { headline }: Frequencies) =>
  site === 'body' && size <= PLAN.some && headline && headline !== 'rare' ? 'common' : undefined;

/** Whether the way is another for a rare term than for a common one, and nobody knows what it is. */
export const isOpen = (site: MatchSite, size: number, known: Frequencies, matching: Matching) =>
  !isFewAt(site, size, matching) &&
  (size <= matching.several() || matching.mindsSparse) &&
  (known[site] ?? likelyAt(site, size, known)) === undefined;

/** How to search a site, given how many pieces fit and how often the term is. */
export function wayAt(site: MatchSite, size: number, known: Frequencies, matching: Matching): Way {
  const frequency = known[site] ?? likelyAt(site, size, known);
  if (isFewAt(site, size, matching)) {
    // The index of all has few entries for it, and none where nothing matches.
    return frequency === 'rare' && size > PLAN.few ? 'sparse' : 'among';
  }
  if (frequency === 'common' && size <= matching.several()) return 'among';
  if (frequency === 'between' && size <= PLAN.some) return 'among';
  return frequency === 'common' || !matching.mindsSparse ? 'indexed' : 'sparse';
}
