// The plan of a search with filters: at each site, whether the index of texts leads, or the pieces that fit.

import type { MatchSite } from '../../schemas/vocabulary.ts';

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

/** How often a term is at a site; unsure where there are several of them. */
export type Frequency = 'rare' | 'common' | 'between' | 'unsure';

/** At the sites where that is known. */
export type Frequencies = { [site in MatchSite]?: Frequency };

/**
 * Through the pieces that fit; or through the index of texts, which has few entries or whatever; or through one
 * that has the facets of pieces as well.
 */
export type Way = 'among' | 'sparse' | 'indexed' | 'faceted';

/** What decides about the way at a site, beside the term's frequency there. */
export interface Choice {
  /** How many pieces fit. */
  size: number;
  /** So many that those which match are soon found among them, where the term is common. */
  several: number;
  /** Where an index has what they fit by beside their text. */
  faceted: readonly MatchSite[];
}

const isFaceted = (site: MatchSite, { size, several, faceted }: Choice) =>
  size <= several && faceted.includes(site);

/** Whether the way is another for a rare term than for a common one, and nobody knows what it is. */
export const isOpen = (site: MatchSite, choice: Choice, known: Frequencies) =>
  choice.size > PLAN.some &&
  choice.size <= choice.several &&
  !isFaceted(site, choice) &&
  known[site] === undefined;

/** How to search a site, given how many pieces fit and how often the term is. */
export function wayAt(site: MatchSite, choice: Choice, known: Frequencies): Way {
  const { size, several } = choice;
  if (isFaceted(site, choice)) return 'faceted';
  if (known[site] === 'rare' && size > PLAN.few) return 'sparse';
  // To ask the index first, how often the term is, may take longer than to look through some texts.
  if (size <= PLAN.some) return 'among';
  if (known[site] === 'common' && size <= several) return 'among';
  // Of heads that have the term, there are few enough to look at them all.
  return known[site] === 'between' && site !== 'body' ? 'sparse' : 'indexed';
}
