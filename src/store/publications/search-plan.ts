// The plan of a search with filters: at each site, whether the index of texts leads, or the pieces that fit.

import type { MatchSite } from '../../schemas/vocabulary.ts';
import type { Matching } from './piece-search.ts';

/** Where one way of searching gives way to another. Tests make it smaller, to go all of them with few pieces. */
export const PLAN = {
  /** So many pieces that they are looked through sooner than an index is, whatever the term… */
  few: 20,
  /** …and so many where the term is not known to be rare. */
  some: 300,
  /** So many that those which match are soon found among them, where the term is common. */
  several: 1_000,
  /** The same on PostgreSQL, whose index is slower with a common term. */
  many: 10_000,
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

/** Whether the way is another for a rare term than for a common one, and nobody knows what it is. */
export const isOpen = (site: MatchSite, size: number, known: Frequencies, matching: Matching) =>
  size > PLAN.some &&
  (size <= matching.several() || matching.mindsSparse) &&
  known[site] === undefined;

/** How to search a site, given how many pieces fit and how often the term is. */
export function wayAt(site: MatchSite, size: number, known: Frequencies, matching: Matching): Way {
  const frequency = known[site];
  if (size <= PLAN.some) {
    // The index of all has few entries for it, and none where nothing matches. To ask it first, whether that is
    // so, may take longer than to look through some texts.
    return frequency === 'rare' && size > PLAN.few ? 'sparse' : 'among';
  }
  if (frequency === 'common' && size <= matching.several()) return 'among';
  return frequency === 'common' || !matching.mindsSparse ? 'indexed' : 'sparse';
}
